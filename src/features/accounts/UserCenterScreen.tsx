import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, type Locale } from '#contract/locale.ts'
import { useSignOut } from '#features/outbox'
import { Home } from '#lib/addresses.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale } from '#lib/locale.ts'
import { session, useCurrentUser } from '#lib/session.ts'
import { switchLanguage } from '#lib/switch-language.ts'
import { setTheme, themeChoices, useTheme } from '#lib/theme.ts'
import { Button } from '#ui/Button.tsx'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { refreshCurrentUser } from './current-user.ts'
import { endAdmission } from './require-sign-in.ts'
import { signOut } from './sign-in.ts'
import styles from './UserCenterScreen.module.css'

const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Who is signed in, and how the app looks on this device. */
export function UserCenterScreen() {
  const { t } = useTranslation('accounts')
  useDocumentTitle(t('center.title'))
  const user = useCurrentUser()
  const locale = useLocale()
  const theme = useTheme()
  const { leave, question } = useSignOut(signOut)
  useLeaveWhenSignedOut()
  return (
    <Screen>
      <PageHeader title={t('center.title')} />
      <section className={styles.person}>
        <span className={styles.face}>
          <Icon name="user" size={28} />
        </span>
        <div>
          <p className={styles.name}>{user.id === undefined ? t('center.signedIn') : user.name}</p>
          {user.id !== undefined && <p className={styles.role}>{t(`role.${user.role}`)}</p>}
        </div>
      </section>
      <section className={styles.settings}>
        <ChoiceRow
          title={t('center.language')}
          choices={locales.map((one) => ({ value: one, label: languageNames[one], lang: one }))}
          chosen={locale}
          onChoose={switchLanguage}
        />
        <ChoiceRow
          title={t('center.theme')}
          choices={themeChoices.map((one) => ({ value: one, label: t(`theme.${one}`) }))}
          chosen={theme}
          onChoose={setTheme}
        />
      </section>
      <Button onClick={() => void leave()}>
        <Icon name="signOut" size={20} />
        {t('center.signOut')}
      </Button>
      {question}
    </Screen>
  )
}

/** Sign-in is required here: signed out, in this tab or another one, or refused by the server, it leads home. */
function useLeaveWhenSignedOut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = () => {
      if (session.getToken() === undefined) void navigate({ to: Home, replace: true })
    }
    const stop = session.subscribe(leave)
    // The check at the app's start may have refused the token before this screen's part was there.
    leave()
    void refreshCurrentUser()
    return () => {
      stop()
      endAdmission()
    }
  }, [navigate])
}
