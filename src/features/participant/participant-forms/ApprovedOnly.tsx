import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reviewStates, type ReviewState } from '#contract/modules/review.ts'
import { refreshCurrentUser, useLeaveWhenSignedOut, useOwnRegistration } from '#features/participant/accounts'
import { ApiError } from '#platform/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useCurrentUser, type CurrentUserState } from '#platform/auth.ts'
import { LoadState } from '#ui/LoadState.tsx'
import {
  getRequestedAtMs,
  participantRowsQuery,
  type ParticipantModule,
  type ParticipantRow,
} from '#features/participant/participant-rows'
import { MyCenter } from '#platform/routing.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Locked.module.css'

/**
 * Shows a page for approved participants: the user's own rows of a module, or why the page is locked.
 * The server decides; offline the last known state counts. A participant without rows on this device can still fill in
 * the
 * form, which is sent later.
 */
export function ApprovedOnly<Module extends ParticipantModule>({
  module,
  skeleton,
  children,
}: {
  module: Module
  skeleton?: ReactNode
  /** @param rows undefined when they are not known on this device
   * @param asOfMs when they were requested, by the device's clock
   */
  children: (rows: readonly ParticipantRow<Module>[] | undefined, asOfMs: number) => ReactNode
}) {
  useLeaveWhenSignedOut()
  const user = useCurrentUser()
  const isUserKnown = user.id !== undefined
  const rows = useQuery({ ...participantRowsQuery(module), enabled: isUserKnown })
  const isOffline = useIsOffline()
  const [isFormOpen, setFormOpen] = useState(false)
  // Drafts are stored under the user's name, so there is no form before the user is known.
  if (!isUserKnown)
    return <LoadState failed={isOffline} retry={() => void refreshCurrentUser()} skeleton={skeleton} />
  if (isClosed(rows, user)) return <Locked />
  if (rows.data) return children(rows.data, getRequestedAtMs(module, rows.dataUpdatedAt))
  if ((isOffline || isFormOpen) && isParticipant(user)) {
    // Once shown, the form stays whatever the query returns, because the user may have typed.
    if (!isFormOpen) setFormOpen(true)
    return children(undefined, 0)
  }
  return <LoadState failed={rows.isError} retry={() => void rows.refetch()} skeleton={skeleton} />
}

const isParticipant = (user: CurrentUserState): boolean =>
  user.id !== undefined && user.role === 'participant'

/** The server answers 403 before the approval, and 404 to staff and organisers, who have no such page. */
function isClosed({ data, error }: Pick<UseQueryResult, 'data' | 'error'>, user: CurrentUserState): boolean {
  if (error instanceof ApiError) return error.status === 403 || error.status === 404
  // Without a response, the last known role decides.
  return data === undefined && error !== null && user.id !== undefined && user.role !== 'participant'
}

/** Why a page is locked: the state of the user's registration, that there is none, or that the page is for others. */
type Reason = 'none' | 'others' | 'unknown' | ReviewState

/** Explains why a page is locked and what to do about it. */
function Locked() {
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
