import { checkToken, refreshCurrentUser, restoreSignIn } from '#features/participant/accounts'
import { setUnauthorizedHandler } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { authChannel } from '#platform/auth-channel.ts'

/**
 * Restores the sign-in after the first screen: the persistent one or another tab's. Fetches its user from the server, and
 * passes it to tabs that are opened later. A refused token is removed, and the user stays on the page.
 */
export function restoreAuth(): void {
  setUnauthorizedHandler(checkToken)
  authChannel.answerSignInRequests(() => {
    const token = authStore.getToken()
    const user = authStore.getUser()
    return token === undefined || user.id === undefined ? undefined : { token, user }
  })
  void restoreSignIn().then(refreshCurrentUser)
}
