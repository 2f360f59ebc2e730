import { useTranslation } from 'react-i18next'
import { useSignOut } from '#features/participant/outbox'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { CenterLinks } from './CenterLinks.tsx'
import { ThemeSettings } from './ThemeSettings.tsx'
import { signOut } from './sign-in.ts'
import { StatusCard } from './StatusCard.tsx'
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts'
import styles from './UserCenterScreen.module.css'

/** The user centre: the user, the status of their registration, their pages and the theme. */
export function UserCenterScreen() {
  const { t } = useTranslation('accounts')
  useDocumentTitle(t('center.title'))
  const user = useCurrentUser()
  const { requestSignOut, sheet: signOutSheet } = useSignOut(signOut)
  useLeaveWhenSignedOut()
  return (
    <Screen>
      <PageHeader title={t('center.title')} />
      <section className={styles.user}>
        <span className={styles.face}>
          <Icon name="user" size={28} />
        </span>
        <div>
          <p className={styles.name}>{user.id === undefined ? t('center.signedIn') : user.name}</p>
          {user.id !== undefined && <p className={styles.role}>{t(`role.${user.role}`)}</p>}
        </div>
      </section>
      {user.id !== undefined && user.role !== 'organiser' && <StatusCard />}
      <CenterLinks />
      <ThemeSettings />
      <Button onClick={() => void requestSignOut()}>
        <Icon name="signOut" size={20} />
        {t('center.signOut')}
      </Button>
      {signOutSheet}
    </Screen>
  )
}
