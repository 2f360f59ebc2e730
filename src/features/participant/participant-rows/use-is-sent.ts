import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#platform/auth.ts'
import { useEntryFor } from '#outbox/index.ts'
import type { ParticipantModule } from './field-layouts.ts'
import { participantRowsQuery } from './participant-rows.ts'

/**
 * Returns whether the user has submitted a row of a module. A pending entry of the outbox counts.
 * @returns undefined while the rows are loading. False when they could not be loaded, and for users who are no
 * participants
 */
export function useIsSent(module: ParticipantModule): boolean | undefined {
  const user = useCurrentUser()
  const isParticipant = user.id !== undefined && user.role === 'participant'
  const { data, isError } = useQuery({ ...participantRowsQuery(module), enabled: isParticipant })
  const entry = useEntryFor(module)
  if (entry && entry.state !== 'done') return true
  if (data) return data.length > 0
  return isParticipant && !isError ? undefined : false
}
