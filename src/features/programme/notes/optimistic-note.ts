import { hasArrived, type OutboxEntry } from '#outbox/index.ts'
import type { NoteRow } from './queries.ts'

/** A note as the user sees it: the server's row with the pending entries applied. */
export interface Note {
  sessionId: string
  text: string
  row: NoteRow | undefined
  /** The last entry, as long as the row does not include it. */
  entry: OutboxEntry | undefined
  /** The text written on another device, when the server rejected this note because of it. */
  otherDeviceText: string | undefined
}

/** Returns the id of the session to which an entry's note belongs. */
const getSessionId = ({ body }: OutboxEntry): string => String(body['session'])

const getText = ({ body: { text } }: OutboxEntry): string => (typeof text === 'string' ? text : '')

/** Version of a newly created note. */
const firstVersion = 1

/** Returns what the form of a note is based on: its text and version. */
export function toOriginal({ text, row, entry }: Note): { text: string; version: number } {
  return { text, version: Math.max(firstVersion, row?.version ?? 0, entry?.serverRef?.version ?? 0) }
}

/** Creates the note of a session. @param entries of the notes' module, the newest last */
export function toNote(
  sessionId: string,
  rows: readonly NoteRow[],
  entries: readonly OutboxEntry[],
): Note | undefined {
  const row = rows.find((one) => one.session === sessionId)
  const latestEntry = entries.findLast((entry) => getSessionId(entry) === sessionId)
  const entry = latestEntry && !isIncluded(latestEntry, row) ? latestEntry : undefined
  if (entry?.deed.kind === 'delete') return undefined
  const text = entry && !hasArrived(entry, row) ? getText(entry) : row?.text
  if (text === undefined) return undefined
  const hasOtherDeviceText = entry?.state === 'rejected' && row !== undefined
  return { sessionId, text, row, entry, otherDeviceText: hasOtherDeviceText ? row.text : undefined }
}

/** True when the row includes the entry: it has the same or a later version. */
function isIncluded({ state, serverRef, deed }: OutboxEntry, row: NoteRow | undefined): boolean {
  if (state !== 'done') return false
  if (deed.kind === 'delete') return row === undefined || row.id !== serverRef?.id
  return row !== undefined && row.version >= (serverRef?.version ?? 0)
}

/** Lists all notes, of rows and of pending entries. */
export function listNotes(rows: readonly NoteRow[], entries: readonly OutboxEntry[]): Note[] {
  const sessionIds = new Set([
    ...entries.map(getSessionId).toReversed(),
    ...rows.map(({ session: sessionId }) => sessionId),
  ])
  return [...sessionIds].flatMap((sessionId) => toNote(sessionId, rows, entries) ?? [])
}
