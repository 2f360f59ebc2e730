import type { SourcePosition } from './schedule-issue.ts'
import type { LinkDraft } from './links.ts'
import type { ImportedSession } from './schedule.ts'
import type { WrittenStart } from './times.ts'

/** An entry as a format reads it, before anybody has asked whether it is whole. */
export interface SessionDraft extends Omit<
  ImportedSession,
  'key' | 'startsAt' | 'endsAt' | 'roomKey' | 'otherRoomKeys' | 'links'
> {
  place: SourcePosition
  /** What tells it from every other entry, now and in later files. Empty: it has no identity. */
  key: string
  /** A number beside the key; entries of joined files may share it. */
  id: string
  /** The instant, or what the file has in its place; and `HH:MM` where the file has the clock apart. */
  start: WrittenStart
  /** Either the end or the duration; the end counts when there are both. */
  end: { instant: string | undefined; written: string }
  duration: { ms: number | undefined; written: string }
  roomKey: string
  /** Rooms in which it is seen as well, where a format tells them. */
  otherRoomKeys?: readonly string[]
  links: LinkDraft[]
}
