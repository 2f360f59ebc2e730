import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signOut } from '#features/participant/accounts'
import { useSignOut } from '#features/participant/outbox'
import { locales, type Locale } from '#contract/locale.ts'
import { Home } from '#platform/routing.ts'
import { useLocale, switchLocaleOrNotify } from '#platform/locale.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { setTheme, themeChoices, useTheme } from '#platform/theme.ts'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Sheet, SheetBody } from '#ui/Sheet.tsx'
import styles from './AccountSheet.module.css'

const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Shows the user, language and theme, and links to account pages and sign-out. */
export function AccountSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console')
  const { t: tAccounts } = useTranslation('accounts')
  const user = useCurrentUser()
  const locale = useLocale()
  const theme = useTheme()
  // Asks before it signs out while the outbox has entries; `sheet` is that question.
  const { requestSignOut, sheet: signOutSheet } = useSignOut(signOut)
  return (
    <Sheet title={t('account.title')} closeLabel={t('close')} onClose={onClose}>
      <SheetBody>
        {user.id !== undefined && (
          <p className={styles.user}>
            <strong>{user.name}</strong>
            <span>{tAccounts(`role.${user.role}`)}</span>
          </p>
        )}
        <SegmentedControl
          title={tAccounts('center.language')}
          choices={locales.map((one) => ({ value: one, label: languageNames[one], lang: one }))}
          chosen={locale}
          onChoose={switchLocaleOrNotify}
        />
        <SegmentedControl
          title={tAccounts('center.theme')}
          choices={themeChoices.map((one) => ({ value: one, label: tAccounts(`theme.${one}`) }))}
          chosen={theme}
          onChoose={setTheme}
        />
        <ul className={styles.links}>
          <li>
            <Link to="/user/password">{t('account.password')}</Link>
          </li>
          <li>
            <Link to="/user/second-factor">{tAccounts('factor.title')}</Link>
          </li>
          <li>
            <Link to="/user/sign-ins">{t('account.signIns')}</Link>
          </li>
          <li>
            <Link to={Home}>{t('account.forum')}</Link>
          </li>
        </ul>
        <Button onClick={() => void requestSignOut()}>
          <Icon name="signOut" size={20} />
          {tAccounts('center.signOut')}
        </Button>
        {signOutSheet}
      </SheetBody>
    </Sheet>
  )
}
