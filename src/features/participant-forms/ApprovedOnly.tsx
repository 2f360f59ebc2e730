import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { refreshCurrentUser, useLeaveWhenSignedOut } from '#features/accounts'
import { ApiError } from '#lib/api.ts'
import { useIsOffline } from '#lib/connectivity.ts'
import { useCurrentUser, type CurrentUserState } from '#lib/auth.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Locked } from './Locked.tsx'
import { participantRowsQuery, type ParticipantModule, type ParticipantRow } from '#features/participant-rows'

/**
 * What opens when a registration is approved: the person's own rows of a module, or a page that says why it is locked.
 * Whether it is open is the server's word; without network it is what was known last. A participant whose rows never
 * came to this device may still fill in a form, which waits for the network.
 */
export function ApprovedOnly<Module extends ParticipantModule>({
  module,
  skeleton,
  children,
}: {
  module: Module
  skeleton?: ReactNode
  /** @param rows undefined when they are not known on this device; with when they were asked for, by its clock */
  children: (rows: readonly ParticipantRow<Module>[] | undefined, asOfMs: number) => ReactNode
}) {
  useLeaveWhenSignedOut()
  const user = useCurrentUser()
  const isKnown = user.id !== undefined
  const rows = useQuery({ ...participantRowsQuery(module), enabled: isKnown })
  const isOffline = useIsOffline()
  const [wasOpened, setOpened] = useState(false)
  // What somebody types lies on this device under their name: no form before it is known.
  if (!isKnown)
    return <LoadState failed={isOffline} retry={() => void refreshCurrentUser()} skeleton={skeleton} />
  if (isClosed(rows, user)) return <Locked />
  if (rows.data) return children(rows.data, rows.dataUpdatedAt)
  if ((isOffline || wasOpened) && isParticipant(user)) {
    // Once there is a form it stays, whatever becomes of the question: somebody types in it.
    if (!wasOpened) setOpened(true)
    return children(undefined, 0)
  }
  return <LoadState failed={rows.isError} retry={() => void rows.refetch()} skeleton={skeleton} />
}

const isParticipant = (user: CurrentUserState): boolean =>
  user.id !== undefined && user.role === 'participant'

/** Not approved is 403 with its own reason; to staff and organisers a page of participants does not exist: 404. */
function isClosed({ data, error }: Pick<UseQueryResult, 'data' | 'error'>, user: CurrentUserState): boolean {
  if (error instanceof ApiError) return error.status === 403 || error.status === 404
  // Without an answer the role says what was known last.
  return data === undefined && error !== null && user.id !== undefined && user.role !== 'participant'
}
