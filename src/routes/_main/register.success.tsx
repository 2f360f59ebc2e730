import { createFileRoute } from '@tanstack/react-router'
import { parseKind, SuccessScreen } from '#features/register'
import { loadJoiningTexts } from '#lib/locale.ts'
import { onlyParsed } from '#lib/address-search.ts'

export const Route = createFileRoute('/_main/register/success')({
  validateSearch: onlyParsed(parseKind),
  loader: loadJoiningTexts,
  component: () => <SuccessScreen name={Route.useSearch().kind ?? 'participants'} />,
})
