import type { Query } from '@tanstack/react-query'
import type { DehydratedQuery, Migration } from './serialize-cache.ts'

/** Number of the shape of persisted data. Raise it with a migration when a persisted query changes its shape. */
export const cacheSchemaVersion = 1

/** Migrations of data from schema n to n + 1. */
export const migrations: Readonly<Record<number, Migration>> = {}

/** Size limit of a snapshot in characters. Browsers limit localStorage to about five million characters per site. */
export const limitChars = 1_000_000

/** Size from which the user is warned that storage is nearly full, in characters. */
export const warnChars = 800_000

/** The snapshot that a query belongs to: the public one of this device, or the signed-in user's. */
export type PersistScope = 'public' | 'private'

/**
 * Queries to drop first when the storage is full, by the first two items of the query key. All others (rooms, tracks,
 * settings) are small. Agenda, my agenda and me are never dropped.
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

const prefix = 'rq:'

/** Owner of the snapshot that holds public data. */
export const publicOwner = 'pub'

/** Key of a snapshot in localStorage. */
export const getCacheKey = (owner: string, schema = cacheSchemaVersion): string =>
  `${prefix}${schema}:${owner}`

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

/** Removes caches of older schemas, once their data is written under this one. Newer ones stay. */
export function removeOlderCaches(storage: Storage, owner: string, schema: number): void {
  for (let older = schema - 1; older >= 0; older -= 1) storage.removeItem(getCacheKey(owner, older))
}
