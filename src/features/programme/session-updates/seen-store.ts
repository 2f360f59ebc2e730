import {
  createStoredValue,
  unsealedPacking,
  type StoredValue,
  type FallbackStorage,
  otherTabs,
  sealedPacking,
} from '#platform/device-store/stored-value.ts'
import { getSealer, valueStore } from '#platform/device-store/on-this-device.ts'
import { getOwnerKey, getSeenSessionsKey, seenSessionsKey } from '#platform/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#platform/safe-storage.ts'
import { authStore as appAuthStore, type AuthStore } from '#platform/auth.ts'
import { parseSeenSessions, type SeenSessions } from './seen-sessions.ts'

/** What was last seen of the starred sessions, stored on this device. */
export type SeenStore = Pick<StoredValue<SeenSessions>, 'read' | 'change' | 'subscribe'>

/** What {@link createSeenStore} needs from outside. */
export interface SeenStoreDeps {
  /** Records without a signed-in user. */
  device: StoredValue<SeenSessions>
  /** Opens the records of a user. They are private, because they show which sessions the user has starred. */
  openUserValue: (owner: string) => StoredValue<SeenSessions>
  auth: Pick<AuthStore, 'getUser' | 'subscribe'>
}

export const noSeenSessions: SeenSessions = {}

/** Creates a store of what the signed-in user has seen, or the device's visitor without an account. */
export function createSeenStore({ device, openUserValue, auth }: SeenStoreDeps): SeenStore {
  let opened: { userId: string; value: StoredValue<SeenSessions> } | undefined
  const findValue = () => {
    const { id } = auth.getUser()
    if (id === undefined) {
      // The records leave the disk at sign-out, so they must leave memory, too.
      opened = undefined
      return device
    }
    if (opened?.userId !== id) {
      opened = { userId: id, value: openUserValue(getOwnerKey(id)) }
      void moveToUser(opened.value)
    }
    return opened.value
  }
  /** Copies the records of the device to the user, because the device's stars become the user's. */
  const moveToUser = async (userValue: StoredValue<SeenSessions>) => {
    await device.whenRead()
    const deviceRecords = Object.entries(device.read())
    await userValue.change((previous) => {
      const newRecords = deviceRecords.filter(([id]) => previous[id] === undefined)
      return newRecords.length === 0 ? previous : { ...Object.fromEntries(newRecords), ...previous }
    })
  }
  return {
    read: () => findValue().read(),
    change: (update) => findValue().change(update),
    subscribe(onChange) {
      let stop = findValue().subscribe(onChange)
      const stopAuth = auth.subscribe(() => {
        stop()
        stop = findValue().subscribe(onChange)
        onChange()
      })
      return () => {
        stop()
        stopAuth()
      }
    },
  }
}

/**
 * Creates the fallback for records that earlier versions of the app stored in localStorage; nothing is written there.
 */
export const createLegacySeenStorage = (
  storage: Omit<SafeStorage, 'keys'>,
): FallbackStorage<SeenSessions> => ({
  mergeInto(value) {
    const stored = parseSeenSessions(parseJson(storage.read(seenSessionsKey)))
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

const storageOptions = { store: valueStore, empty: noSeenSessions, tabs: otherTabs }

export const seenStore = createSeenStore({
  device: createStoredValue({
    ...storageOptions,
    key: seenSessionsKey,
    ...unsealedPacking(parseSeenSessions),
    fallback: createLegacySeenStorage(safeLocalStorage),
  }),
  openUserValue: (owner) =>
    createStoredValue({
      ...storageOptions,
      key: getSeenSessionsKey(owner),
      ...sealedPacking(getSealer(owner), parseSeenSessions),
    }),
  auth: appAuthStore,
})
