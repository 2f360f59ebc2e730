import { createLazyFileRoute } from '@tanstack/react-router'
import { ModuleLayout } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/$module')({
  component: ModulePage,
  errorComponent: false,
})

function ModulePage() {
  return <ModuleLayout name={Route.useParams().module} />
}
