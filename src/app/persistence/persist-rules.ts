import type { Query } from '@tanstack/react-query'
import type { DehydratedQuery, Migration } from './serialize-cache.ts'

/** Number of the shape of persisted data. Raise it with a migration when a persisted query changes its shape. */
export const cacheSchemaVersion = 1

/** Migrations of data from schema n to n + 1, by n. Queries of a schema without a migration are dropped. */
export const migrations: Readonly<Record<number, Migration>> = {}

/** Size limit of a snapshot in characters. Browsers limit localStorage to about five million characters per site. */
export const limitChars = 1_000_000

/** Size from which the user is warned that storage is nearly full, in characters. */
export const warnChars = 800_000

/** The snapshot that a query belongs to: the public one of this device, or the signed-in user's. */
export type PersistScope = 'public' | 'private'

/**
 * Groups of queries to drop when the storage is full, the first group first. A query belongs to a group that names one of
 * the first two items of its key. All others (rooms, tracks, settings) are small. Agenda, my agenda and me are never
 * dropped. No query of the app is named `images` or `bodies` at present.
 */
const evictionGroups: readonly (readonly string[])[] = [
  ['images'],
  ['bodies'],
  ['informations'],
  ['documents', 'hotDocuments'],
]

/** Returns whether a query belongs to a snapshot: it has data and is marked. A failed refetch does not matter. */
export function shouldPersist(scope: PersistScope, query: Query): boolean {
  return query.meta?.persist === scope && query.state.data !== undefined && query.state.status !== 'pending'
}

/**
 * Returns the queries without the first group that can be evicted.
 * @returns undefined when nothing more can be evicted
 */
export function evictGroup(queries: readonly DehydratedQuery[]): DehydratedQuery[] | undefined {
  for (const groupNames of evictionGroups) {
    const remaining = queries.filter(
      ({ queryKey }) => !queryKey.slice(0, 2).some((keyItem) => groupNames.includes(String(keyItem))),
    )
    if (remaining.length < queries.length) return remaining
  }
  return undefined
}

/** Prefix of the snapshots' keys in localStorage: `rq:<schema>:<owner>`. */
const keyPrefix = 'rq:'

/** Stands for the owner key in the key of the public snapshot. */
export const publicOwner = 'pub'

/** Returns the key of a snapshot in localStorage. @param owner owner key of a user, or {@link publicOwner} */
export const getCacheKey = (owner: string, schema = cacheSchemaVersion): string =>
  `${keyPrefix}${schema}:${owner}`

/** Returns the owner of the snapshot with a key, of any schema; undefined for other keys. */
export const parseCacheOwner = (key: string): string | undefined => /^rq:\d+:(.+)$/.exec(key)?.[1]

/** Finds the newest snapshot of this owner that an older version of the app stored. */
export function findOlderCache(storage: Storage, owner: string, schema: number): string | undefined {
  for (let older = schema - 1; older >= 0; older -= 1) {
    const text = storage.getItem(getCacheKey(owner, older))
    if (text !== null) return text
  }
  return undefined
}

/** Removes an owner's snapshots of older schemas, once their data is written under this one. Newer ones stay. */
export function removeOlderCaches(storage: Storage, owner: string, schema: number): void {
  for (let older = schema - 1; older >= 0; older -= 1) storage.removeItem(getCacheKey(owner, older))
}
