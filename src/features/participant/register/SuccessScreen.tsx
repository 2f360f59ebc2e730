import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntryStatus, useEntryFor } from '#outbox/index.ts'
import { Home, MyCenter } from '#platform/routing.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Screen } from '#ui/Screen.tsx'
import { type RegistrationKind, participantKind, staffKind } from './kinds.ts'
import { useLastSubmission, type LastSubmission } from './last-submission.ts'
import styles from './SuccessScreen.module.css'
import { useHeadingFocus } from './StepHead.tsx'

/** What happens next, as in the locale keys. For a change only the last one applies. */
const nextSteps = ['review', 'mail', 'look'] as const

/** Shown after the form was sent: whether it has reached the server, what happens next, and a link home. */
export function SuccessScreen({ name: kindName }: { name: RegistrationKind['name'] }) {
  const { t } = useTranslation('register')
  const kind = kindName === 'staff' ? staffKind : participantKind
  const entry = useEntryFor(kind.definition.name)
  // A device that cannot store the outbox has no entry.
  const submission = useLastSubmission() ?? entry
  const title = t(getTitleKey(submission))
  useDocumentTitle(title)
  const heading = useHeadingFocus('success')
  const isSent = submission?.state === 'done'
  const needsUser = submission?.state === 'rejected' || submission?.state === 'conflict'
  const isChange = submission?.deed.kind === 'update'
  return (
    <Screen>
      <div className={styles.page}>
        <StatusMark isSent={isSent} />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {submission === entry && entry && <EntryStatus entry={entry} />}
        {!needsUser && (
          <ul className={styles.next}>
            {nextSteps
              .filter((step) => step === 'look' || !isChange)
              .map((step) => (
                <li key={step}>{t(`success.${step}`)}</li>
              ))}
          </ul>
        )}
        <div className={styles.actions}>
          {needsUser && (
            <Link to={kind.path} search={{ step: 'review' }} className={buttonClass('filled')}>
              {t(submission.state === 'conflict' ? 'success.choose' : 'success.mend')}
            </Link>
          )}
          <Link to={Home} className={buttonClass(needsUser ? 'quiet' : 'filled')}>
            {t('success.home')}
          </Link>
          <Link to={MyCenter} className={buttonClass('quiet')}>
            {t('toCenter')}
          </Link>
        </div>
      </div>
    </Screen>
  )
}

/** Returns the locale key of the title. A submission counts as received only after the server has confirmed it. */
function getTitleKey(submission: LastSubmission | undefined) {
  if (!submission) return 'success.title'
  if (submission.state === 'rejected') return 'success.refused'
  if (submission.state === 'conflict') return 'conflict.title'
  const isSent = submission.state === 'done'
  if (submission.deed.kind === 'update') return isSent ? 'success.sentChange' : 'success.savedChange'
  return isSent ? 'success.sent' : 'success.saved'
}

/** Drawing above the title: a check once the server has the registration, before that a phone. */
function StatusMark({ isSent }: { isSent: boolean }) {
  return (
    <svg viewBox="0 0 96 96" width={96} height={96} aria-hidden="true" className={styles.mark}>
      <circle cx="48" cy="48" r="44" className={styles.ring} />
      {isSent ? (
        <path d="M29 49 43 63 68 35" className={styles.stroke} />
      ) : (
        <path d="M36 22h24v52H36zM44 67h8" className={styles.stroke} />
      )}
    </svg>
  )
}
