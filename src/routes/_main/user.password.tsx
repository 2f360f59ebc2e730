import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { PasswordScreen, requireSignIn } from '#features/accounts'
import { loadIssueMessages } from '#features/forms'
import { getLocale } from '#lib/locale.ts'

export const Route = createFileRoute('/_main/user/password')({
  beforeLoad: guardWith(requireSignIn),
  loader: () => {
    void loadIssueMessages(getLocale()).catch(() => undefined)
  },
  component: PasswordScreen,
})
