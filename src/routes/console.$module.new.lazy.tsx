import { createLazyFileRoute } from '@tanstack/react-router'
import { ModuleForm } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/$module/new')({
  component: NewPage,
  errorComponent: false,
})

function NewPage() {
  return <ModuleForm id={undefined} />
}
