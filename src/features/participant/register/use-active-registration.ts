import { queryOptions, useQuery } from '@tanstack/react-query'
import { closedStates, type ReviewState } from '#contract/modules/review.ts'
import { useOwnRegistration } from '#features/participant/accounts'
import { api } from '#platform/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { participantKind, staffKind, type RegistrationKind } from './kinds.ts'

/** The user's registration as they read it for editing: the ID number is masked. */
export type RegistrationRow = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  status: ReviewState
}

/** Reads a registration for its form. It is not persisted: without network the user cannot edit a registration. */
const rowQuery = (userId: string, module: string, id: string) =>
  queryOptions({
    queryKey: ['own', 'registration', module, userId, id],
    queryFn: ({ signal }) => api.detail<RegistrationRow>(module, id, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** The state of the user's active registration. */
type ActiveRegistration =
  | { kind: 'none' }
  /** Still loading. */
  | { kind: 'loading' }
  /** It exists and could not be read although there is a network. */
  | { kind: 'failed'; retry: () => void }
  /** It exists. Without `row` it cannot be edited now, because there is no network. */
  | { kind: 'active'; registrationKind: RegistrationKind; row: RegistrationRow | undefined }

/**
 * Returns the signed-in user's active registration of either kind.
 * When the server cannot be reached, the form stays open: the server rejects a second registration.
 */
export function useActiveRegistration(): ActiveRegistration {
  const user = useCurrentUser()
  const isOffline = useIsOffline()
  const ownRegistration = useOwnRegistration()
  // Declined and withdrawn registrations are closed: the user may register again.
  const active =
    ownRegistration.data && !closedStates.some((state) => state === ownRegistration.data?.status)
      ? ownRegistration.data
      : undefined
  const row = useQuery({
    // Without a registration the query is disabled.
    ...rowQuery(user.id ?? '', active?.module ?? '', active?.id ?? ''),
    enabled: user.id !== undefined && active !== undefined,
  })
  if (ownRegistration.isPending && ownRegistration.isFetching && !isOffline) return { kind: 'loading' }
  if (!active) return { kind: 'none' }
  if (row.isPending && row.isFetching && !isOffline) return { kind: 'loading' }
  if (!row.data && row.isError && !isOffline) return { kind: 'failed', retry: () => void row.refetch() }
  const registrationKind = active.module === staffKind.definition.name ? staffKind : participantKind
  return { kind: 'active', registrationKind, row: row.data }
}
