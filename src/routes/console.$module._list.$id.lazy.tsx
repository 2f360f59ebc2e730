import { createLazyFileRoute } from '@tanstack/react-router'
import { ModuleRecord } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/$module/_list/$id')({
  component: RecordPage,
  errorComponent: false,
})

function RecordPage() {
  return <ModuleRecord id={Route.useParams().id} />
}
