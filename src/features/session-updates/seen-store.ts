import { createStoredValue, inClear, type Aside, type StoredValue } from '#lib/device-store/stored-value.ts'
import { sealerOf, valueStore } from '#lib/device-store/on-this-device.ts'
import { otherTabs } from '#lib/device-store/other-tabs.ts'
import { sealedFor } from '#lib/device-store/sealed-value.ts'
import { getOwnerKey, ownSeenSessionsKey, seenSessionsKey } from '#lib/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#lib/safe-storage.ts'
import { authStore as appSession, type AuthStore } from '#lib/auth.ts'
import { parseSeen, type SeenSessions } from './seen-sessions.ts'

/** What was last seen of the starred sessions, kept on this device. */
export type SeenStore = Pick<StoredValue<SeenSessions>, 'read' | 'change' | 'subscribe'>

/** What {@link createSeenStore} needs from outside. */
export interface SeenParts {
  /** What lies there while nobody is signed in. */
  device: StoredValue<SeenSessions>
  /** What lies there for a person: which sessions it is about is that person's own. */
  openOwn: (owner: string) => StoredValue<SeenSessions>
  session: Pick<AuthStore, 'getUser' | 'subscribe'>
}

export const nothingSeen: SeenSessions = {}

/** Keeps what the signed-in person saw, or what was seen on the device while nobody is signed in. */
export function createSeenStore({ device, openOwn, session }: SeenParts): SeenStore {
  let opened: { userId: string; value: StoredValue<SeenSessions> } | undefined
  const find = () => {
    const { id } = session.getUser()
    if (id === undefined) {
      // What this page knows of them goes from the disk with the sign-out.
      opened = undefined
      return device
    }
    if (opened?.userId !== id) {
      opened = { userId: id, value: openOwn(getOwnerKey(id)) }
      void takeOver(opened.value)
    }
    return opened.value
  }
  /** The device's stars become the person's: what was seen of them goes along. */
  const takeOver = async (own: StoredValue<SeenSessions>) => {
    await device.untilRead()
    const ofDevice = Object.entries(device.read())
    await own.change((before) => {
      const fresh = ofDevice.filter(([id]) => before[id] === undefined)
      return fresh.length === 0 ? before : { ...Object.fromEntries(fresh), ...before }
    })
  }
  return {
    read: () => find().read(),
    change: (toNext) => find().change(toNext),
    subscribe(onChange) {
      let stop = find().subscribe(onChange)
      const stopSession = session.subscribe(() => {
        stop()
        stop = find().subscribe(onChange)
        onChange()
      })
      return () => {
        stop()
        stopSession()
      }
    },
  }
}

/** Where earlier versions of the app kept it: it is taken over, and nothing goes there any more. */
export const createSeenAside = (storage: Omit<SafeStorage, 'keys'>): Aside<SeenSessions> => ({
  joinTo(value) {
    const left = parseSeen(parseJson(storage.read(seenSessionsKey)))
    return Object.keys(left).some((id) => value[id] === undefined) ? { ...left, ...value } : value
  },
  write: () => false,
  remove() {
    if (storage.read(seenSessionsKey) !== undefined) storage.remove(seenSessionsKey)
  },
})

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const onThisDevice = { store: valueStore, empty: nothingSeen, tabs: otherTabs }

export const seenStore = createSeenStore({
  device: createStoredValue({
    ...onThisDevice,
    key: seenSessionsKey,
    ...inClear(parseSeen),
    aside: createSeenAside(safeLocalStorage),
  }),
  openOwn: (owner) =>
    createStoredValue({
      ...onThisDevice,
      key: ownSeenSessionsKey(owner),
      ...sealedFor(sealerOf(owner), parseSeen),
    }),
  session: appSession,
})
