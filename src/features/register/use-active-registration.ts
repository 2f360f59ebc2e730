import { queryOptions, useQuery } from '@tanstack/react-query'
import { closedStates, type ReviewState } from '#contract/modules/review.ts'
import { useOwnRegistration } from '#features/accounts'
import { api } from '#lib/api.ts'
import { useIsOffline } from '#lib/connectivity.ts'
import { useCurrentUser } from '#lib/auth.ts'
import { participantKind, staffKind, type RegistrationKind } from './kinds.ts'

/** A registration as its person reads it to change it: the ID number masked. */
export type RegistrationRow = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  status: ReviewState
}

const rowQuery = (userId: string, module: string, id: string) =>
  queryOptions({
    queryKey: ['own', 'registration', module, userId, id],
    queryFn: ({ signal }) => api.detail<RegistrationRow>(module, id, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** What is known of the person's registration that stands. */
export type ActiveRegistration =
  | { kind: 'none' }
  /** Not known yet. */
  | { kind: 'loading' }
  /** It stands, and could not be read though there is a network. */
  | { kind: 'failed'; retry: () => void }
  /** It stands, of this kind; without a row it cannot be changed now: there is no network. */
  | { kind: 'stands'; of: RegistrationKind; row: RegistrationRow | undefined }

/**
 * The signed-in person's registration that stands, of either kind. Whoever cannot be asked is not held up: a second
 * registration is refused by the server.
 */
export function useActiveRegistration(): ActiveRegistration {
  const user = useCurrentUser()
  const isOffline = useIsOffline()
  const own = useOwnRegistration()
  const found = own.data && !closedStates.some((state) => state === own.data?.status) ? own.data : undefined
  const row = useQuery({
    ...rowQuery(user.id ?? '', found?.module ?? '', found?.id ?? ''),
    enabled: user.id !== undefined && found !== undefined,
  })
  if (own.isPending && own.isFetching && !isOffline) return { kind: 'loading' }
  if (!found) return { kind: 'none' }
  if (row.isPending && row.isFetching && !isOffline) return { kind: 'loading' }
  if (!row.data && row.isError && !isOffline) return { kind: 'failed', retry: () => void row.refetch() }
  const of = found.module === staffKind.definition.name ? staffKind : participantKind
  return { kind: 'stands', of, row: row.data }
}
