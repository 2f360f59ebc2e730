import { createFileRoute } from '@tanstack/react-router'
import { parseStep, participantKind, RegisterScreen, startForm } from '#features/register'
import { loadJoiningTexts } from '#lib/locale.ts'

export const Route = createFileRoute('/_main/register/')({
  validateSearch: parseStep,
  loaderDeps: ({ search }) => ({ isOpen: search.step !== undefined }),
  loader: ({ context, deps }) => {
    if (deps.isOpen) startForm(context.queryClient)
    return loadJoiningTexts()
  },
  component: () => <RegisterScreen kind={participantKind} step={Route.useSearch().step} />,
})
