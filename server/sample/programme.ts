import { forumSetting } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { fromZonedTime } from '#contract/time.ts'

/** One item of the programme as the sample writes it down: wall times, in the place of its block. */
export interface ProgrammeItem {
  id: string
  type: 'ceremony' | 'keynote' | 'talk' | 'panel' | 'workshop' | 'tour' | 'break' | 'other'
  /** Wall times `HH:MM` in the forum's zone. */
  from: string
  to: string
  title: Localized
  subtitle?: Localized
  abstract: Localized
  speakers?: readonly string[]
  /** BCP 47 tag of the language spoken; Chinese when absent. */
  language?: string
  isCancelled?: true
}

/** Items that share a day, a sub-forum and a room. */
export interface ProgrammeBlock {
  date: string
  track: string | null
  room: string
  /** Codes are this prefix and the number of the item: `II-3`. */
  codePrefix: string
  items: readonly ProgrammeItem[]
}

/** A row of sessions as the database takes it. */
export interface SessionRow {
  id: string
  code: string
  type: ProgrammeItem['type']
  state: 'confirmed' | 'cancelled'
  title: Localized
  subtitle: Localized | null
  abstract: Localized
  language: string
  starts_at: string
  ends_at: string
  track: string | null
  room: string
  speakers: readonly string[]
}

/** The instant of a wall time `YYYY-MM-DDTHH:MM` of the forum. */
export function forumInstant(wall: string): string {
  return fromZonedTime(wall, forumSetting.timeZone)
}

/** Rows of the items of a block. */
export function toSessionRows(block: ProgrammeBlock): SessionRow[] {
  return block.items.map((item, index) => ({
    id: item.id,
    code: `${block.codePrefix}-${index + 1}`,
    type: item.type,
    state: item.isCancelled ? 'cancelled' : 'confirmed',
    title: item.title,
    subtitle: item.subtitle ?? null,
    abstract: item.abstract,
    language: item.language ?? 'zh-CN',
    starts_at: forumInstant(`${block.date}T${item.from}`),
    ends_at: forumInstant(`${block.date}T${item.to}`),
    track: block.track,
    room: block.room,
    speakers: item.speakers ?? [],
  }))
}
