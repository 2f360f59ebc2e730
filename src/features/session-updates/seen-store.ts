import {
  createStoredValue,
  unsealedPacking,
  type StoredValue,
  type FallbackStorage,
} from '#lib/device-store/stored-value.ts'
import { sealerOf, valueStore } from '#lib/device-store/on-this-device.ts'
import { otherTabs } from '#lib/device-store/other-tabs.ts'
import { sealedFor } from '#lib/device-store/sealed-value.ts'
import { getOwnerKey, getSeenSessionsKey, seenSessionsKey } from '#lib/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#lib/safe-storage.ts'
import { authStore as appSession, type AuthStore } from '#lib/auth.ts'
import { parseSeen, type SeenSessions } from './seen-sessions.ts'

/** What was last seen of the starred sessions, stored on this device. */
export type SeenStore = Pick<StoredValue<SeenSessions>, 'read' | 'change' | 'subscribe'>

/** What {@link createSeenStore} needs from outside. */
export interface SeenStoreDeps {
  /** Records while nobody is signed in. */
  device: StoredValue<SeenSessions>
  /** Opens the records of a user. They are private, because they show which sessions the user has starred. */
  openOwn: (owner: string) => StoredValue<SeenSessions>
  session: Pick<AuthStore, 'getUser' | 'subscribe'>
}

export const nothingSeen: SeenSessions = {}

/** Creates a store of what the signed-in user has seen, or the device's visitor without an account. */
export function createSeenStore({ device, openOwn, session }: SeenStoreDeps): SeenStore {
  let opened: { userId: string; value: StoredValue<SeenSessions> } | undefined
  const find = () => {
    const { id } = session.getUser()
    if (id === undefined) {
      // The records leave the disk at sign-out, so they must leave memory, too.
      opened = undefined
      return device
    }
    if (opened?.userId !== id) {
      opened = { userId: id, value: openOwn(getOwnerKey(id)) }
      void moveToUser(opened.value)
    }
    return opened.value
  }
  /** The device's stars become the user's, and so do their records. */
  const moveToUser = async (userValue: StoredValue<SeenSessions>) => {
    await device.whenRead()
    const ofDevice = Object.entries(device.read())
    await userValue.change((before) => {
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

/** Where earlier versions of the app stored the records; they are moved, and nothing is written there. */
export const createSeenAside = (storage: Omit<SafeStorage, 'keys'>): FallbackStorage<SeenSessions> => ({
  mergeInto(value) {
    const stored = parseSeen(parseJson(storage.read(seenSessionsKey)))
    return Object.keys(stored).some((id) => value[id] === undefined) ? { ...stored, ...value } : value
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
    ...unsealedPacking(parseSeen),
    fallback: createSeenAside(safeLocalStorage),
  }),
  openOwn: (owner) =>
    createStoredValue({
      ...onThisDevice,
      key: getSeenSessionsKey(owner),
      ...sealedFor(sealerOf(owner), parseSeen),
    }),
  session: appSession,
})
