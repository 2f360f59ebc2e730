import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEffect } from 'react'
import { MyCenter, Home } from '#platform/routing.ts'
import { Icon } from '#ui/Icon.tsx'
import { authStore } from '#platform/auth.ts'
import styles from './CenterPage.module.css'
import { isSignInPage } from './resolve-redirect.ts'
import { refreshCurrentUser } from './current-user.ts'
import { resetSignInCheck } from './require-sign-in.ts'

/** Link from a page of the user centre back to it. */
export function BackToCenter() {
  const { t } = useTranslation('accounts')
  return (
    <Link to={MyCenter} className={styles.back}>
      <Icon name="back" size={20} />
      {t('center.title')}
    </Link>
  )
}

/**
 * Leaves a screen that requires a sign-in. It navigates home when the user signs out in any tab or the server rejects
 * the token. While the sign-in needs its second factor, it navigates to the sign-in page, which returns here.
 * @param isChecked true when the route guard has just checked the user with the server; otherwise this hook does
 */
export function useLeaveWhenSignedOut(isChecked = false): void {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    const leave = () => {
      if (authStore.getToken() === undefined) {
        void navigate({ to: Home, replace: true })
        return
      }
      const { href, pathname } = router.state.location
      // This screen stays mounted until the sign-in page has loaded, and may be notified again.
      if (authStore.getUser().secondFactor === undefined || isSignInPage(pathname)) return
      void navigate({ to: '/user/login', search: { redirectUrl: href }, replace: true })
    }
    const unsubscribe = authStore.subscribe(leave)
    // The check at the app's start may have rejected the token before this screen mounted.
    leave()
    if (!isChecked) void refreshCurrentUser()
    return () => {
      unsubscribe()
      // The guard admits the screen's URL only as long as the screen is mounted.
      resetSignInCheck()
    }
  }, [navigate, router, isChecked])
}
