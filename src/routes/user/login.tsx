import { createFileRoute } from '@tanstack/react-router'
import { parseSignInSearch, SignInScreen } from '#features/participant/accounts'
import { loadRegistrationTexts } from '#platform/locale.ts'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/user/login')({
  validateSearch: onlyParsed(parseSignInSearch),
  loader: loadRegistrationTexts,
  component: SignInPage,
})

function SignInPage() {
  return <SignInScreen search={Route.useSearch()} />
}
