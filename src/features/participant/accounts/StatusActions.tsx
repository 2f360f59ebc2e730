import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { closedStates, type ReviewState } from '#contract/modules/review.ts'
import type { OwnRowIds } from '#contract/row.ts'
import { useIsSent } from '#features/participant/participant-rows'
import { buttonClass } from '#ui/Button.tsx'
import type { RegistrationModule } from './registration-query.ts'
import styles from './StatusCard.module.css'
import { WithdrawRegistration } from './WithdrawRegistration.tsx'

/** Route of the form of each kind. */
const formPaths = { registrations: '/register', staff_registrations: '/register/staff' } as const

/**
 * Actions on the registration; the next step is the only filled button. While it is under review there is no link to
 * the form.
 */
export function StatusActions({
  registration,
}: {
  registration?: OwnRowIds & { module: RegistrationModule; state: ReviewState }
}) {
  const { t } = useTranslation('accounts')
  const { module, state } = registration ?? { module: 'registrations', state: 'none' }
  const isTravelSent = useIsSent('travel_infos')
  const isApproved = state === 'approved' && module === 'registrations'
  const isActive = registration !== undefined && !closedStates.some((one) => one === registration.state)
  return (
    <div className={styles.actions}>
      {isApproved && isTravelSent === false && (
        <Link to="/user/travel" className={buttonClass('filled')}>
          {t('status.do.travel')}
        </Link>
      )}
      {isApproved && isTravelSent && (
        <Link to="/agenda" search={{ mine: true }} className={buttonClass('filled')}>
          {t('rows.agenda')}
        </Link>
      )}
      {state !== 'under_review' && (
        <Link
          to={formPaths[module]}
          search={isActive ? { step: 'review' } : {}}
          className={buttonClass(isFormNextStep(state) ? 'filled' : 'quiet')}
        >
          {t(`status.do.${state}`)}
        </Link>
      )}
      {isActive && <WithdrawRegistration registration={registration} />}
    </div>
  )
}

const isFormNextStep = (state: ReviewState | 'none') =>
  state === 'none' || state === 'more_info' || state === 'withdrawn'
