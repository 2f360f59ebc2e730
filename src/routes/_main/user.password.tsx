import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { PasswordScreen, requireSignIn } from '#features/accounts'
import { loadProblemTexts } from '#features/forms'
import { getLocale } from '#lib/locale.ts'

export const Route = createFileRoute('/_main/user/password')({
  beforeLoad: guardWith(requireSignIn),
  loader: () => {
    void loadProblemTexts(getLocale()).catch(() => undefined)
  },
  component: PasswordScreen,
})
