import { createFileRoute } from '@tanstack/react-router'
import { parseKind, SuccessScreen } from '#features/register'
import { loadRegistrationTexts } from '#lib/locale.ts'
import { onlyParsed } from '#lib/address-search.ts'

export const Route = createFileRoute('/_main/register/success')({
  validateSearch: onlyParsed(parseKind),
  loader: loadRegistrationTexts,
  component: () => <SuccessScreen name={Route.useSearch().kind ?? 'participants'} />,
})
