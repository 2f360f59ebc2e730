import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#platform/routing.ts'
import { useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { buttonClass } from '#ui/Button.tsx'
import type { Phase } from './phase.ts'
import styles from './CountdownCard.module.css'

/** Loaded only for signed-in users who are not organisers. */
const NextStep = lazy(() => import('./NextStep.tsx'))

/** Shows what matters in this phase: the countdown and the registration, that the forum is on, or that it is over. */
export function CountdownCard({ phase }: { phase: Phase }) {
  const { t } = useTranslation('home')
  if (phase.kind === 'during') {
    return (
      <section className={styles.card} aria-label={t('moment')}>
        <p className={styles.on}>{t('during.on')}</p>
        <p className={styles.day}>{t('during.day', { day: phase.day, days: phase.days })}</p>
        <div className={styles.actions}>
          <Link to="/agenda" className={buttonClass('filled')}>
            {t('during.action')}
          </Link>
          <Link to="/live" className={buttonClass('quiet')}>
            {t('during.watch')}
          </Link>
        </div>
      </section>
    )
  }
  if (phase.kind === 'after') return <ForumOver />
  return (
    <section className={styles.card} aria-label={t('moment')}>
      <p className={styles.label}>{t('before.title')}</p>
      <p className={styles.count}>
        {phase.kind === 'before' ? (
          <Figure count={phase.days} unit="days" />
        ) : (
          <>
            <Figure count={phase.hours} unit="hours" />
            <Figure count={phase.minutes} unit="minutes" />
          </>
        )}
      </p>
      <div className={styles.actions}>
        <RegistrationAction />
        <Link to="/agenda" className={buttonClass('quiet')}>
          {t('before.agenda')}
        </Link>
      </div>
    </section>
  )
}

/**
 * Link to the registration, or to the user's next step after it. Organisers do not register, so they get the plain
 * link.
 */
function RegistrationAction() {
  const { t } = useTranslation('home')
  const user = useCurrentUser()
  const register = (
    <Link to="/register" className={buttonClass('filled')}>
      {t('before.register')}
    </Link>
  )
  if (user.id === undefined || user.role === 'organiser') return register
  const center = (
    <Link to={MyCenter} className={buttonClass('filled')}>
      {t('before.status')}
    </Link>
  )
  return (
    <Suspense fallback={center}>
      <NextStep register={register} center={center} />
    </Suspense>
  )
}

/** A number with its unit: `12 days`. */
function Figure({ count, unit }: { count: number; unit: 'days' | 'hours' | 'minutes' }) {
  const { t } = useTranslation('home')
  return (
    <span className={styles.figure}>
      <span className={styles.number}>{count}</span> {t(`before.${unit}`, { count })}{' '}
    </span>
  )
}

/** After the forum: its dates, and links to documents and agenda. */
function ForumOver() {
  const { t } = useTranslation('home')
  const forum = useForum()
  const locale = useLocale()
  return (
    <section className={styles.card} aria-label={t('moment')}>
      <p className={styles.label}>{t('after.title')}</p>
      <p className={styles.day}>
        {t('after.was', { dates: formatDateRange(forum.startsOn, forum.endsOn, locale) })}
      </p>
      <div className={styles.actions}>
        <Link to="/download" className={buttonClass('filled')}>
          {t('after.action')}
        </Link>
        <Link to="/agenda" className={buttonClass('quiet')}>
          {t('after.agenda')}
        </Link>
      </div>
    </section>
  )
}
