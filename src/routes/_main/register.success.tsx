import { createFileRoute } from '@tanstack/react-router'
import { parseKind, SuccessScreen } from '#features/participant/register'
import { loadRegistrationTexts } from '#platform/locale.ts'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/register/success')({
  validateSearch: onlyParsed(parseKind),
  loader: loadRegistrationTexts,
  component: () => <SuccessScreen name={Route.useSearch().kind ?? 'participants'} />,
})
