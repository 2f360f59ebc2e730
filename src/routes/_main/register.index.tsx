import { createFileRoute } from '@tanstack/react-router'
import {
  parseStep,
  participantKind,
  RegisterScreen,
  prefetchFormOptions,
} from '#features/participant/register'
import { loadRegistrationTexts } from '#platform/locale.ts'
import { onlyParsed } from '#platform/routing.ts'

const validateSearch = onlyParsed(parseStep)

export const Route = createFileRoute('/_main/register/')({
  staticData: { carriesData: true },
  validateSearch,
  // Without a step the screen explains the registration; with one, the form is open and needs its options.
  loaderDeps: ({ search }) => ({ isOpen: search.step !== undefined }),
  loader: ({ context, deps }) => {
    if (deps.isOpen) prefetchFormOptions(context.queryClient)
    return loadRegistrationTexts()
  },
  component: () => <RegisterScreen kind={participantKind} step={Route.useSearch().step} />,
})
