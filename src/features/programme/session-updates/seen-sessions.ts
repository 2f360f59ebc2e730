import type { Localized } from '#contract/locale.ts'
import { type ProgrammeItem, formatRoomNames } from '#features/programme/sessions'

/** What the user last saw of a starred session. */
export interface SeenSession {
  version: number
  startsAt: string
  endsAt: string
  title: Partial<Localized>
  /** Ids of its rooms, joined. */
  room: string | null
  roomName: Partial<Localized>
  cancelled: boolean
  /** Time of the programme that showed it, in milliseconds. */
  asOfMs: number
  /** Set once the user was informed that the session has left the programme. The name is stored on devices. */
  goneTold?: true
}

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
