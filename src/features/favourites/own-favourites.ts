import { ownFavouritesKey, ownerOfUser } from '#lib/owner.ts'
import { localStore } from '#lib/safe-storage.ts'
import { session } from '#lib/session.ts'
import { createOwnMarks, type OwnMarks } from './own-marks.ts'

let opened: { userId: string; marks: OwnMarks } | undefined
const listeners = new Set<() => void>()

/** The marks of whoever is signed in; undefined for nobody. */
export function ownFavourites(): OwnMarks | undefined {
  const { id } = session.getUser()
  if (id === undefined) return (opened = undefined)
  if (opened?.userId !== id) opened = { userId: id, marks: open(ownFavouritesKey(ownerOfUser(id))) }
  return opened.marks
}

function open(key: string): OwnMarks {
  const marks = createOwnMarks(localStore, (onChange) => followStorage(key, onChange), key)
  marks.subscribe(() => {
    if (opened?.marks === marks) tell()
  })
  return marks
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Calls back when another tab changed what lies under a key. */
export function followStorage(key: string, onChange: () => void): void {
  globalThis.addEventListener?.('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key === key || event.key === null) onChange()
  })
}

let isFollowing = false

/** Calls back after each change, of the marks or of who is signed in. */
export function subscribeToOwn(listener: () => void): () => void {
  if (!isFollowing) session.subscribe(tell)
  isFollowing = true
  listeners.add(listener)
  return () => listeners.delete(listener)
}
