/**
 * Returns the owner key of a user, a hash of the user id for storage keys. It is not a protection. It is synchronous and
 * needs no `crypto.subtle`, which plain http lacks. Two hashes of 32 bits make collisions of two users unlikely.
 */
export const getOwnerKey = (userId: string): string => hash(userId) + hash(`${userId} again`)

/** Returns the FNV-1a hash of 32 bits, with its standard start value and prime, in hexadecimal. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

/** Key of the starred sessions as last seen without an account, for session updates. */
export const seenSessionsKey = 'seen-sessions'

/** Returns the key of the starred sessions as a signed-in user last saw them. */
export const getSeenSessionsKey = (owner: string): string => `own-seen-sessions:${owner}`

/** Key of a signed-in user's favourites. */
export const getFavouritesKey = (owner: string): string => `own-favourites:${owner}`

/** Key of a signed-in user's persisted queries. */
export const getSnapshotKey = (owner: string): string => `own-snapshot:${owner}`

/** Key of the question, in sessionStorage, that a visitor typed before the sign-in. */
export const carriedQuestionKey = 'question'

/** Key of recent search queries without an account. */
export const recentSearchesKey = 'search:recent'

/** Returns the key of a signed-in user's recent search queries. */
export const getSearchesKey = (owner: string): string => `own-searches:${owner}`

/** Key of a user's saved views of the console. */
export const getSavedViewsKey = (owner: string): string => `own-lists:${owner}`

/** Parses the owner key from a storage key such as `own-searches:OWNER`; undefined for keys without owner. */
export const parseKeyOwner = (key: string): string | undefined => /^own-[a-z-]+:(.+)$/.exec(key)?.[1]
