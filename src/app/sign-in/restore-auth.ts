import { checkToken, refreshCurrentUser, restoreSignIn } from '#features/accounts'
import { setUnauthorizedHandler } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'
import { authChannel } from '#lib/auth-channel.ts'

/**
 * Begins with the sign-in when the first screen stands: brings back a kept one or another tab's, asks the server about
 * it, hands it on to tabs that are opened later. Sign-in is required nowhere yet at this point: a refused token is
 * forgotten, and the person stays where they are.
 */
export function restoreAuth(): void {
  setUnauthorizedHandler(checkToken)
  authChannel.answerSignIn(() => {
    const token = authStore.getToken()
    const user = authStore.getUser()
    return token === undefined || user.id === undefined ? undefined : { token, user }
  })
  void restoreSignIn().then(refreshCurrentUser)
}
