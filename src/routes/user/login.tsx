import { createFileRoute } from '@tanstack/react-router'
import { parseSignInSearch, SignInScreen } from '#features/accounts'
import { loadJoiningTexts } from '#lib/locale.ts'

export const Route = createFileRoute('/user/login')({
  validateSearch: parseSignInSearch,
  loader: loadJoiningTexts,
  component: SignInPage,
})

function SignInPage() {
  return <SignInScreen search={Route.useSearch()} />
}
