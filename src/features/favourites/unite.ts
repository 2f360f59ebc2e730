import type { FavouritesStore } from './favourites-store.ts'
import type { OwnMarks } from './own-marks.ts'

/** Whoever is signed in. */
export interface OwnPlace {
  /** Their marks; undefined for nobody. */
  find: () => OwnMarks | undefined
  /** Calls back when they change, or the person does. */
  subscribe: (listener: () => void) => () => void
}

/**
 * The marks of a device and of who is signed in as one set. Without anybody they are the device's. What somebody who is
 * signed in marks belongs to the account; what the device had before counts with it, until it is the account's too.
 */
export function unite(device: FavouritesStore, module: string, own: OwnPlace): FavouritesStore {
  let last: { of: readonly [ReadonlySet<string>, ReadonlySet<string>]; all: ReadonlySet<string> } | undefined
  const read = () => {
    const account = own.find()?.read(module)
    const here = device.read()
    if (!account) return here
    if (here.size === 0) return account
    if (last?.of[0] !== here || last.of[1] !== account)
      last = { of: [here, account], all: new Set([...here, ...account]) }
    return last.all
  }
  const set = (marks: OwnMarks, ids: readonly string[], isMarked: boolean) => {
    marks.set(module, ids, isMarked)
    if (!isMarked && ids.some((id) => device.has(id))) device.remove(ids)
  }
  return {
    read,
    has: (id) => read().has(id),
    toggle(id) {
      const marks = own.find()
      if (marks) set(marks, [id], !read().has(id))
      else device.toggle(id)
    },
    add(ids) {
      const marks = own.find()
      if (marks) set(marks, [...ids], true)
      else device.add(ids)
    },
    remove(ids) {
      const marks = own.find()
      if (marks) set(marks, [...ids], false)
      else device.remove(ids)
    },
    isKept: () => device.isKept() && own.find()?.isKept() !== false,
    subscribe(onChange) {
      const stops = [device.subscribe(onChange), own.subscribe(onChange)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
