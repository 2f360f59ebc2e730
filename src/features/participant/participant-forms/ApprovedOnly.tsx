import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { refreshCurrentUser, useLeaveWhenSignedOut } from '#features/participant/accounts'
import { ApiError } from '#platform/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useCurrentUser, type CurrentUserState } from '#platform/auth.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Locked } from './Locked.tsx'
import {
  participantRowsQuery,
  type ParticipantModule,
  type ParticipantRow,
} from '#features/participant/participant-rows'

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
   * @param asOfMs when they were fetched, by the device's clock
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
  if (rows.data) return children(rows.data, rows.dataUpdatedAt)
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
