import type { Localized } from '#contract/locale.ts'
import { type ProgrammeItem, roomNames } from '#features/sessions'

/** What this device's person last saw of a starred session. */
export interface SeenSession {
  version: number
  startsAt: string
  endsAt: string
  title: Partial<Localized>
  /** Ids of its rooms, one after the other. */
  room: string | null
  roomName: Partial<Localized>
  cancelled: boolean
  /** Of which moment the programme was that showed it, in milliseconds. */
  asOfMs: number
  /** Set once it was told that the session is no longer in the programme. */
  goneTold?: true
}

export type SeenSessions = Readonly<Record<string, SeenSession>>

/** A session as it is now, to be compared with later. */
export function toSeen(item: ProgrammeItem, asOfMs: number): SeenSession {
  const { row } = item
  const ids = new Set([row.room, ...(row.other_rooms ?? [])].filter(Boolean))
  return {
    version: row.version,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    title: row.title,
    room: [...ids].join(' ') || null,
    roomName: ids.size > 0 ? { 'zh-CN': roomNames(item, 'zh-CN'), en: roomNames(item, 'en') } : {},
    cancelled: row.state === 'cancelled',
    asOfMs,
  }
}

/** Reads what was kept, also by earlier versions of the app, in `sessions`; what does not look like it is left out. */
export function parseSeen(saved: unknown): SeenSessions {
  if (!isRecord(saved)) return {}
  const sessions = isRecord(saved['sessions']) ? saved['sessions'] : saved
  return Object.fromEntries(
    Object.entries(sessions).filter((entry): entry is [string, SeenSession] => isSeen(entry[1])),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function isSeen(value: unknown): value is SeenSession {
  return (
    isRecord(value) &&
    typeof value['version'] === 'number' &&
    typeof value['asOfMs'] === 'number' &&
    typeof value['cancelled'] === 'boolean' &&
    isInstant(value['startsAt']) &&
    isInstant(value['endsAt']) &&
    isText(value['title']) &&
    isText(value['roomName']) &&
    (value['room'] === null || typeof value['room'] === 'string')
  )
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const isText = (value: unknown) =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
