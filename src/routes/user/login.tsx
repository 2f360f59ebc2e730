import { createFileRoute } from '@tanstack/react-router'
import { parseSignInSearch, SignInScreen } from '#features/accounts'
import { loadRegistrationTexts } from '#lib/locale.ts'
import { onlyParsed } from '#lib/address-search.ts'

export const Route = createFileRoute('/user/login')({
  validateSearch: onlyParsed(parseSignInSearch),
  loader: loadRegistrationTexts,
  component: SignInPage,
})

function SignInPage() {
  return <SignInScreen search={Route.useSearch()} />
}
