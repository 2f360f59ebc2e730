import { createFileRoute } from '@tanstack/react-router'
import { parseStep, participantKind, RegisterScreen, startForm } from '#features/register'

export const Route = createFileRoute('/_main/register/')({
  validateSearch: parseStep,
  loaderDeps: ({ search }) => ({ isOpen: search.step !== undefined }),
  loader: ({ context, deps }) => deps.isOpen && startForm(context.queryClient),
  component: () => <RegisterScreen kind={participantKind} step={Route.useSearch().step} />,
})
