import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import type { RegistrationKind } from './kinds.ts'
import styles from './Landing.module.css'
import { KindTabs } from './KindTabs.tsx'
import { RequirementList } from './RequirementList.tsx'
import { StepIndicator } from './StepIndicator.tsx'

/** Explains the registration and lists what to prepare, before the form opens. */
export function Landing({ kind }: { kind: RegistrationKind }) {
  const { t } = useTranslation('register')
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  const isSignedIn = useCurrentUser().id !== undefined
  useDocumentTitle(t(`kinds.${kind.name}`))
  const facts = [
    formatDateRange(forum.startsOn, forum.endsOn, locale),
    pick(forum.city).text,
    pick(forum.venue).text,
  ]
  return (
    <Screen wide>
      <PageHeader title={t(`kinds.${kind.name}`)} lead={facts.filter(Boolean).join(' · ')} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.open} aria-labelledby="register-open">
            <h2 id="register-open" className={styles.openTitle}>
              {t('open.title')}
            </h2>
            <p>{t(`open.${kind.name}`)}</p>
            <div className={styles.actions}>
              <Link
                to={kind.path}
                search={{ step: isSignedIn ? 'who' : 'mobile' }}
                className={buttonClass('filled')}
              >
                {t('open.start')}
                <Icon name="forward" size={20} />
              </Link>
            </div>
          </section>
          <StepIndicator />
        </div>
        <div className={styles.column}>
          <RequirementList />
          <KindTabs kind={kind} />
        </div>
      </div>
    </Screen>
  )
}
