import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReviewState } from '#contract/modules/review.ts'
import { isActive } from '#contract/modules/review.ts'
import { api } from '#lib/api.ts'
import { useCurrentUser } from '#lib/session.ts'
import { participantKind, staffKind, type RegistrationKind } from './kinds.ts'

/** A registration as its person reads it: the ID number masked. */
export type OwnRegistration = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  status: ReviewState
}

const kinds = [participantKind, staffKind]

const ownQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['own', 'registration', userId],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(kinds.map((kind) => findActive(kind, signal)))
      return found.find((one) => one !== undefined) ?? null
    },
    enabled: userId !== undefined,
    // Whoever cannot be asked is not held up: a second registration is refused by the server.
    meta: { quiet: true },
  })

async function findActive(kind: RegistrationKind, signal: AbortSignal) {
  const { name } = kind.definition
  const { items } = await api.list<{ id: string }>(name, { filters: [isActive] }, { signal })
  const [row] = items
  return row && { kind, row: await api.detail<OwnRegistration>(name, row.id, { signal }) }
}

/** The signed-in person's registration that stands, of either kind; null when there is none, undefined while unknown. */
export function useOwnRegistration() {
  const { data, isPending, isFetching, refetch } = useQuery(ownQuery(useCurrentUser().id))
  return { own: data, isLoading: isPending && isFetching, refetch }
}
