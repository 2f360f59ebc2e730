import { createFileRoute } from '@tanstack/react-router'
import { parseSignInSearch, SignInScreen } from '#features/accounts'

export const Route = createFileRoute('/user/login')({
  validateSearch: parseSignInSearch,
  component: SignInPage,
})

function SignInPage() {
  return <SignInScreen search={Route.useSearch()} />
}
