import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useForum } from '#lib/forum.ts'
import { dateSpan } from '#lib/forum-time.ts'
import { useLocale, useLocalized } from '#lib/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { Paths } from './Paths.tsx'
import { Ready } from './Ready.tsx'
import { Steps } from './Steps.tsx'
import styles from './RegisterScreen.module.css'

/** How registration goes and what to have at hand, before the form is opened. */
export function RegisterScreen() {
  const { t } = useTranslation('register')
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  useDocumentTitle(t('title'))
  const facts = [
    dateSpan(forum.startsOn, forum.endsOn, locale),
    pick(forum.city).text,
    pick(forum.venue).text,
  ]
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={facts.filter(Boolean).join(' · ')} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.open} aria-labelledby="register-open">
            <h2 id="register-open" className={styles.openTitle}>
              {t('open.title')}
            </h2>
            <p>{t('open.text')}</p>
            <div className={styles.actions}>
              <Link to="/user/login" search={{ redirectUrl: '/register' }} className={buttonClass('filled')}>
                <Icon name="user" size={20} />
                {t('open.signIn')}
              </Link>
              <Link to="/agenda" className={buttonClass('quiet')}>
                {t('open.agenda')}
              </Link>
            </div>
          </section>
          <Steps />
        </div>
        <div className={styles.column}>
          <Ready />
          <Paths />
        </div>
      </div>
    </Screen>
  )
}
