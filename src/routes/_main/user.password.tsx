import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { PasswordScreen, requireSignIn } from '#features/participant/accounts'
import { loadIssueMessages } from '#forms/index.ts'
import { getLocale } from '#platform/locale.ts'

export const Route = createFileRoute('/_main/user/password')({
  beforeLoad: guardWith(requireSignIn),
  loader: () => {
    void loadIssueMessages(getLocale()).catch(() => undefined)
  },
  component: PasswordScreen,
})
