import { cacheSchemaVersion } from './persist-rules.ts'

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
