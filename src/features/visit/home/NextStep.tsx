import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnRegistration } from '#features/participant/accounts'
import { useIsSent } from '#features/participant/participant-rows'
import { buttonClass } from '#ui/Button.tsx'
import { useEntryFor } from '#outbox/index.ts'

interface NextStepProps {
  /** Link to the registration. */
  register: ReactNode
  /** Link to the user's own pages; also shown as long as the next step is unknown. */
  center: ReactNode
}

/** Shows the next open step of a signed-in user: registration, travel information, or the own agenda. */
export default function NextStep({ register, center }: NextStepProps) {
  const { t } = useTranslation('home')
  const { data: registration, isError } = useOwnRegistration()
  const isTravelSent = useIsSent('travel_infos')
  // A registration in the outbox: the one on the server may be outdated until it is sent.
  const isSending = [useEntryFor('registrations'), useEntryFor('staff_registrations')].some(
    (entry) => entry && entry.state !== 'done',
  )
  if (isSending) return center
  if (registration === null) return register
  if (registration === undefined || isError) return center
  const { status, module } = registration
  if (status === 'withdrawn') return register
  if (status !== 'approved') return center
  // Staff and media give no travel information. `undefined`: not known yet.
  if (module === 'registrations' && isTravelSent === undefined) return center
  return module === 'registrations' && !isTravelSent ? (
    <Link to="/user/travel" className={buttonClass('filled')}>
      {t('before.travel')}
    </Link>
  ) : (
    <Link to="/agenda" search={{ mine: true }} className={buttonClass('filled')}>
      {t('before.mine')}
    </Link>
  )
}
