import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#lib/auth.ts'
import { useEntryFor } from '#outbox/index.ts'
import { ownRowsQuery, type OwnModule } from './own-rows.ts'

/**
 * Whether a participant has sent something of a module, what still waits on this phone included.
 * @returns undefined while nobody knows
 */
export function useIsSent(module: OwnModule): boolean | undefined {
  const user = useCurrentUser()
  const isParticipant = user.id !== undefined && user.role === 'participant'
  const { data, isError } = useQuery({ ...ownRowsQuery(module), enabled: isParticipant })
  const entry = useEntryFor(module)
  if (entry && entry.state !== 'done') return true
  if (data) return data.length > 0
  return isParticipant && !isError ? undefined : false
}
