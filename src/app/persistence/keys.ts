import { dataSchema } from './rules.ts'

const prefix = 'rq:'

/** Owner of the snapshot that holds public data. */
export const publicOwner = 'pub'

/** Key of a snapshot in localStorage. */
export const snapshotKey = (owner: string, schema = dataSchema): string => `${prefix}${schema}:${owner}`

/** Whose snapshot lies under a key, of whatever schema; undefined for keys that are none. */
export const ownerOfSnapshot = (key: string): string | undefined => /^rq:\d+:(.+)$/.exec(key)?.[1]

/** The newest snapshot of this owner that an older version of the app left behind. */
export function findOlderSnapshot(storage: Storage, owner: string, schema: number): string | undefined {
  for (let older = schema - 1; older >= 0; older -= 1) {
    const text = storage.getItem(snapshotKey(owner, older))
    if (text !== null) return text
  }
  return undefined
}

/** Takes away what older versions left, once their data is written under this schema. Newer ones stay. */
export function removeOlderSnapshots(storage: Storage, owner: string, schema: number): void {
  for (let older = schema - 1; older >= 0; older -= 1) storage.removeItem(snapshotKey(owner, older))
}

/**
 * A short name for a user in storage keys. Not a secret and no protection: only so that ids do not lie about in key
 * names. Synchronous and without `crypto.subtle`, which plain http does not have.
 */
export const ownerOfUser = (userId: string): string => hash(userId) + hash(`${userId} again`)

/** FNV-1a, 32 bits, in hexadecimal. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}
