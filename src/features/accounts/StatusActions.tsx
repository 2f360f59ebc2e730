import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReviewState } from '#contract/modules/review.ts'
import { buttonClass } from '#ui/Button.tsx'
import type { RegistrationModule } from './own-registration.ts'
import styles from './StatusCard.module.css'

/** Where the form of each way is. */
const forms = { registrations: '/register', staff_registrations: '/register/staff' } as const

/** The next step is the only filled button. */
export function StatusActions({
  registration,
}: {
  registration?: { module: RegistrationModule; state: ReviewState }
}) {
  const { t } = useTranslation('accounts')
  const { module, state } = registration ?? { module: 'registrations', state: 'none' }
  return (
    <div className={styles.actions}>
      {state === 'approved' && module === 'registrations' && (
        <Link to="/user/travel" className={buttonClass('filled')}>
          {t('status.do.travel')}
        </Link>
      )}
      <Link to={forms[module]} className={buttonClass(isNext(state) ? 'filled' : 'quiet')}>
        {t(`status.do.${state}`)}
      </Link>
    </div>
  )
}

const isNext = (state: ReviewState | 'none') =>
  state === 'none' || state === 'more_info' || state === 'withdrawn'
