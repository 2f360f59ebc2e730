import type { Localized } from '#contract/locale.ts'
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
import { type ProgrammeItem, formatRoomNames } from '#features/programme/sessions'

/** Store of what was last seen of the starred sessions, on this device. {@link seenStore} is the app's only one. */
export type SeenStore = Pick<StoredValue<SeenSessions>, 'read' | 'change' | 'subscribe'>

/** What {@link createSeenStore} needs from outside. */
export interface SeenStoreDeps {
  /** Records without a signed-in user. */
  device: StoredValue<SeenSessions>
  /**
   * Opens the records of a user by their owner key. They are private, because they show which sessions the user has
   * starred.
   */
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
      void copyToUser(opened.value)
    }
    return opened.value
  }
  /** Copies the records of the device to the user, because the device's stars become the user's. */
  const copyToUser = async (userValue: StoredValue<SeenSessions>) => {
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

/** Options of both stored values, of the device and of a user. */
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

/**
 * What the user last saw of a starred session. {@link toSeenSession} creates it; devices store it under these names.
 */
export interface SeenSession {
  /** Version of the session's row. */
  version: number
  /** Start and end as instants, as the row has them. */
  startsAt: string
  endsAt: string
  title: Partial<Localized>
  /** Ids of its rooms, its own first, joined by spaces; null without a room. */
  room: string | null
  /** Names of its rooms, joined for display; empty without a room. */
  roomName: Partial<Localized>
  cancelled: boolean
  /** When the sessions that showed it were fetched, in milliseconds. */
  asOfMs: number
  /** Set once the user was informed that the session has left the programme. The name is stored on devices. */
  goneTold?: true
}

/** Records by session id. */
export type SeenSessions = Readonly<Record<string, SeenSession>>

/** Creates the record of the current state of a session. */
export function toSeenSession(item: ProgrammeItem, asOfMs: number): SeenSession {
  const { row } = item
  const ids = new Set([row.room, ...(row.other_rooms ?? [])].filter(Boolean))
  return {
    version: row.version,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    title: row.title,
    room: [...ids].join(' ') || null,
    roomName:
      ids.size > 0 ? { 'zh-CN': formatRoomNames(item, 'zh-CN'), en: formatRoomNames(item, 'en') } : {},
    cancelled: row.state === 'cancelled',
    asOfMs,
  }
}

/** Parses stored records, also of earlier versions of the app; drops what is invalid. */
export function parseSeenSessions(saved: unknown): SeenSessions {
  if (!isRecord(saved)) return {}
  // Earlier versions stored `{ sessions: … }`.
  const sessions = isRecord(saved['sessions']) ? saved['sessions'] : saved
  return Object.fromEntries(
    Object.entries(sessions).filter((entry): entry is [string, SeenSession] => isSeenSession(entry[1])),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function isSeenSession(value: unknown): value is SeenSession {
  return (
    isRecord(value) &&
    typeof value['version'] === 'number' &&
    typeof value['asOfMs'] === 'number' &&
    typeof value['cancelled'] === 'boolean' &&
    isInstant(value['startsAt']) &&
    isInstant(value['endsAt']) &&
    isLocalizedText(value['title']) &&
    isLocalizedText(value['roomName']) &&
    (value['room'] === null || typeof value['room'] === 'string')
  )
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const isLocalizedText = (value: unknown) =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
