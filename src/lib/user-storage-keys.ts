/**
 * A short name for a user in storage keys. Not a secret and no protection: only so that ids do not lie about in key
 * names. Synchronous and without `crypto.subtle`, which plain http does not have.
 */
export const getOwnerKey = (userId: string): string => hash(userId) + hash(`${userId} again`)

/** FNV-1a, 32 bits, in hexadecimal. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

/** Where it lies what was last seen of the starred sessions while nobody is signed in, and so which ones they are. */
export const seenSessionsKey = 'seen-sessions'

/** The same of somebody who is signed in. */
export const ownSeenSessionsKey = (owner: string): string => `own-seen-sessions:${owner}`

/** Where the favourites of somebody who is signed in lie on a device. */
export const getFavouritesKey = (owner: string): string => `own-favourites:${owner}`

/** Where lies what somebody who is signed in has read of their own. */
export const ownSnapshotKey = (owner: string): string => `own-snapshot:${owner}`

/** Where a question lies, in one tab, that a visitor typed before the sign-in. */
export const carriedQuestionKey = 'question'

/** Where the words lie that were searched for while nobody is signed in. */
export const recentSearchesKey = 'search:recent'

/** The same of somebody who is signed in. */
export const ownSearchesKey = (owner: string): string => `own-searches:${owner}`

/** Where somebody's own saved lists of the console lie on a device. */
export const getSavedViewsKey = (owner: string): string => `own-lists:${owner}`

/** Whose value lies under a key; undefined for what is nobody's. */
export const ownerOfValue = (key: string): string | undefined => /^own-[a-z-]+:(.+)$/.exec(key)?.[1]
