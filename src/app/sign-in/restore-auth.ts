import { checkToken, refreshCurrentUser, restoreSignIn } from '#features/accounts'
import { onUnauthorised } from '#lib/api.ts'
import { session } from '#lib/session.ts'
import { sessionTabs } from '#lib/session-tabs.ts'

/**
 * Begins with the sign-in when the first screen stands: brings back a kept one or another tab's, asks the server about
 * it, hands it on to tabs that are opened later. Sign-in is required nowhere yet at this point: a refused token is
 * forgotten, and the person stays where they are.
 */
export function restoreAuth(): void {
  onUnauthorised(checkToken)
  sessionTabs.answerSignIn(() => {
    const token = session.getToken()
    const user = session.getUser()
    return token === undefined || user.id === undefined ? undefined : { token, user }
  })
  void restoreSignIn().then(refreshCurrentUser)
}
