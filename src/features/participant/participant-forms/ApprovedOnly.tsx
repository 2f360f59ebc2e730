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
 * Shows a page for approved participants with the user's own rows of a module, or explains why the page is locked. The
 * server decides; without its response the last known role counts. A participant whose rows are not on this device can
 * still fill in the form offline, and it is sent later.
 */
export function ApprovedOnly<Module extends ParticipantModule>({
  module,
  children,
}: {
  module: Module
  /**
   * Renders the page.
   * @param rows undefined when they are not known on this device
   * @param asOfMs when they were requested, by the device's clock; 0 when they are not known
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
  if (!isUserKnown) return <LoadState failed={isOffline} retry={() => void refreshCurrentUser()} />
  if (isPageLocked(rows, user)) return <Locked />
  if (rows.data) return children(rows.data, getRequestedAtMs(module, rows.dataUpdatedAt))
  if ((isOffline || isFormOpen) && isParticipant(user)) {
    // Once shown offline, the form stays while the rows load, because the user may have typed.
    if (!isFormOpen) setFormOpen(true)
    return children(undefined, 0)
  }
  return <LoadState failed={rows.isError} retry={() => void rows.refetch()} />
}

const isParticipant = (user: CurrentUserState): boolean =>
  user.id !== undefined && user.role === 'participant'

/** Returns whether the page is locked. The server answers 403 before the approval, and 404 to staff and organisers. */
function isPageLocked(
  { data, error }: Pick<UseQueryResult, 'data' | 'error'>,
  user: CurrentUserState,
): boolean {
  if (error instanceof ApiError) return error.status === 403 || error.status === 404
  // Without a response, the last known role decides.
  return data === undefined && error !== null && user.id !== undefined && user.role !== 'participant'
}

/** Why a page is locked, as in the locale keys: by the user's role or the status of their registration. */
type LockReason =
  | ReviewState
  /** The user has not registered. */
  | 'none'
  /** The page is for participants, and the user is staff, media or an organiser. */
  | 'others'
  /** The registration has not loaded, or has a status that this version of the app does not know. */
  | 'unknown'

/** Explains why a page is locked and what to do about it. */
function Locked() {
  const { t } = useTranslation('after-approval')
  const reason = useLockReason()
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

function useLockReason(): LockReason {
  const user = useCurrentUser()
  const { data: registration } = useOwnRegistration()
  if (user.id !== undefined && user.role !== 'applicant' && user.role !== 'participant') return 'others'
  if (registration === undefined) return 'unknown'
  if (registration?.module === 'staff_registrations') return 'others'
  if (registration === null) return 'none'
  return reviewStates.find((state) => state === registration.status) ?? 'unknown'
}
