import { createLazyFileRoute } from '@tanstack/react-router'
import { ModuleForm } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/$module/$id_/edit')({
  component: EditPage,
  errorComponent: false,
})

function EditPage() {
  return <ModuleForm id={Route.useParams().id} />
}
