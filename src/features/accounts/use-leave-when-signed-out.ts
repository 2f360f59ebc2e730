import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Home } from '#lib/route-paths.ts'
import { authStore } from '#lib/auth.ts'
import { isSignInPage } from './resolve-redirect.ts'
import { refreshCurrentUser } from './current-user.ts'
import { resetSignInCheck } from './require-sign-in.ts'

/**
 * For screens that require a sign-in: signed out, in this tab or another one, or refused by the server, they lead home.
 * A sign-in that needs its second factor leads to the sign-in page, and from there back here.
 * @param isAsked true where the guard of the route has just asked the server who that is
 */
export function useLeaveWhenSignedOut(isAsked = false): void {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    const leave = () => {
      if (authStore.getToken() === undefined) {
        void navigate({ to: Home, replace: true })
        return
      }
      const { href, pathname } = router.state.location
      // This screen stays until the sign-in page is loaded, and may hear of the same once more meanwhile.
      if (authStore.getUser().secondFactor === undefined || isSignInPage(pathname)) return
      void navigate({ to: '/user/login', search: { redirectUrl: href }, replace: true })
    }
    const stop = authStore.subscribe(leave)
    // The check at the app's start may have refused the token before this screen's part was there.
    leave()
    if (!isAsked) void refreshCurrentUser()
    return () => {
      stop()
      resetSignInCheck()
    }
  }, [navigate, router, isAsked])
}
