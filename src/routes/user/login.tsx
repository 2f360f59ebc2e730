import { createFileRoute } from '@tanstack/react-router'
import { parseSignInSearch, SignInScreen } from '#features/accounts'
import { loadOwnTexts } from '#lib/locale.ts'

export const Route = createFileRoute('/user/login')({
  validateSearch: parseSignInSearch,
  loader: loadOwnTexts,
  component: SignInPage,
})

function SignInPage() {
  return <SignInScreen search={Route.useSearch()} />
}
