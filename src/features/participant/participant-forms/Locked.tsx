import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reviewStates, type ReviewState } from '#contract/modules/review.ts'
import { useOwnRegistration } from '#features/participant/accounts'
import { MyCenter } from '#platform/route-paths.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Locked.module.css'

/** Why a page is locked: the state of the user's registration, that there is none, or that the page is for others. */
type Reason = 'none' | 'others' | 'unknown' | ReviewState

/** Explains why a page is locked and what to do about it. */
export function Locked() {
  const { t } = useTranslation('after-approval')
  const reason = useReason()
  const canRegister = reason === 'none' || reason === 'withdrawn'
  return (
    <section className={styles.locked} aria-labelledby="locked-title">
      <span className={styles.mark}>
        <Icon name="lock" size={28} />
      </span>
      <h2 id="locked-title" className={styles.title}>
        {t(`locked.${reason}.title`)}
      </h2>
      <p className={styles.text}>{t(`locked.${reason}.text`)}</p>
      <Link to={canRegister ? '/register' : MyCenter} className={buttonClass('filled')}>
        {t(canRegister ? 'locked.register' : 'locked.center')}
      </Link>
    </section>
  )
}

function useReason(): Reason {
  const user = useCurrentUser()
  const { data: registration } = useOwnRegistration()
  if (user.id !== undefined && user.role !== 'applicant' && user.role !== 'participant') return 'others'
  if (registration === undefined) return 'unknown'
  if (registration?.module === 'staff_registrations') return 'others'
  if (registration === null) return 'none'
  return reviewStates.find((state) => state === registration.status) ?? 'unknown'
}
