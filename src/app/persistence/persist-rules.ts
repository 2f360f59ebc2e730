import type { Query } from '@tanstack/react-query'
import type { DehydratedQuery, Migration } from './serialize-cache.ts'

/** Number of the shape of persisted data. Raise it with a migration when a persisted query changes its shape. */
export const cacheSchemaVersion = 1

/** Migrations of data from schema n to n + 1. */
export const migrations: Readonly<Record<number, Migration>> = {}

/** Size limit of a snapshot, in characters. */
export const limitChars = 1_000_000

/** Size from which the user is warned that storage is nearly full, in characters. */
export const warnChars = 800_000

/** The snapshot that a query belongs to: the public one of this device, or the signed-in user's. */
export type PersistScope = 'public' | 'private'

/**
 * Queries to drop first when the storage is full, by the first two items of the query key. All others (rooms, tracks,
 * settings) are small. Agenda, my agenda and me are never dropped.
 */
const sacrifices: readonly (readonly string[])[] = [
  ['images'],
  ['bodies'],
  ['informations'],
  ['documents', 'hotDocuments'],
]

/** True for a query that this shelf keeps: it has data and is marked. That its last refetch failed does not count. */
export function shouldPersist(shelf: PersistScope, query: Query): boolean {
  return query.meta?.persist === shelf && query.state.data !== undefined && query.state.status !== 'pending'
}

/**
 * The queries without the group that is first to go.
 * @returns undefined when nothing may go any more
 */
export function evictGroup(queries: readonly DehydratedQuery[]): DehydratedQuery[] | undefined {
  for (const names of sacrifices) {
    const rest = queries.filter(
      ({ queryKey }) => !queryKey.slice(0, 2).some((part) => names.includes(String(part))),
    )
    if (rest.length < queries.length) return rest
  }
  return undefined
}
