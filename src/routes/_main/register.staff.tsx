import { createFileRoute } from '@tanstack/react-router'
import { parseStep, RegisterScreen, staffKind, startForm } from '#features/register'

export const Route = createFileRoute('/_main/register/staff')({
  validateSearch: parseStep,
  loaderDeps: ({ search }) => ({ isOpen: search.step !== undefined }),
  loader: ({ context, deps }) => deps.isOpen && startForm(context.queryClient),
  component: () => <RegisterScreen kind={staffKind} step={Route.useSearch().step} />,
})
