import { createStoredValue, otherTabs, sealedPacking } from '#platform/device-store/stored-value.ts'
import { getSealer, valueStore } from '#platform/device-store/on-this-device.ts'
import { getFavouritesKey, getOwnerKey } from '#platform/user-storage-keys.ts'
import { safeLocalStorage } from '#platform/safe-storage.ts'
import { authStore } from '#platform/auth.ts'
import {
  createLegacyMarksStorage,
  createAccountMarkStore,
  noMarks,
  parseMarks,
  type AccountMarkStore,
} from './account-marks.ts'

/** The marks of the user who was last found signed in. */
let opened: { userId: string; marks: AccountMarkStore } | undefined
/** Called after changes of the marks and of the user. */
const listeners = new Set<() => void>()

/** Returns the marks of the signed-in user; undefined without one. */
export function findAccountFavourites(): AccountMarkStore | undefined {
  const { id } = authStore.getUser()
  if (id === undefined) return (opened = undefined)
  if (opened?.userId !== id) opened = { userId: id, marks: open(getOwnerKey(id)) }
  return opened.marks
}

function open(owner: string): AccountMarkStore {
  const key = getFavouritesKey(owner)
  const marks = createAccountMarkStore(
    createStoredValue({
      store: valueStore,
      key,
      empty: noMarks,
      ...sealedPacking(getSealer(owner), parseMarks),
      fallback: createLegacyMarksStorage(safeLocalStorage, key),
      tabs: otherTabs,
    }),
  )
  // The marks of an earlier user may still change, but nobody sees them.
  marks.subscribe(() => {
    if (opened?.marks === marks) notifyListeners()
  })
  return marks
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

let isFollowingUser = false

/** Subscribes to changes of the marks and of the user. */
export function subscribeToAccountFavourites(listener: () => void): () => void {
  if (!isFollowingUser) authStore.subscribe(notifyListeners)
  isFollowingUser = true
  listeners.add(listener)
  return () => listeners.delete(listener)
}
