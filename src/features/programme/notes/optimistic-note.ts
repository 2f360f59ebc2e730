import { hasArrived, type OutboxEntry } from '#outbox/index.ts'
import type { NoteRow } from './queries.ts'

/** A note as the user sees it: the server's row with the pending entries applied. A session has one at most. */
export interface Note {
  sessionId: string
  text: string
  /** The note as the server has it; undefined until it is sent and the list has loaded again. */
  row: NoteRow | undefined
  /** The last entry, as long as the row does not include it. */
  entry: OutboxEntry | undefined
  /** The text written on another device, when the server rejected this note because of it. */
  otherDeviceText: string | undefined
}

/** Returns the id of the session to which an entry's note belongs. */
const getSessionId = ({ body }: OutboxEntry): string => String(body['session'])

const getText = ({ body: { text } }: OutboxEntry): string => (typeof text === 'string' ? text : '')

/** Version that the server gives a new note. A note that is not sent yet counts as this version. */
const firstVersion = 1

/** Returns what the form compares the typed text with: the note's text and the latest version known of it. */
export function toOriginal({ text, row, entry }: Note): { text: string; version: number } {
  return { text, version: Math.max(firstVersion, row?.version ?? 0, entry?.serverRef?.version ?? 0) }
}

/**
 * Combines the row and the last entry of a session's note.
 * @param entries of the notes' module, receipts included, the newest last
 * @returns undefined when the session has no note, or its delete is pending
 */
export function toNote(
  sessionId: string,
  rows: readonly NoteRow[],
  entries: readonly OutboxEntry[],
): Note | undefined {
  const row = rows.find((one) => one.session === sessionId)
  const latestEntry = entries.findLast((entry) => getSessionId(entry) === sessionId)
  const entry = latestEntry && !isIncluded(latestEntry, row) ? latestEntry : undefined
  if (entry?.deed.kind === 'delete') return undefined
  // A create that the server has, although its response was lost, may be older than the row.
  const text = entry && !hasArrived(entry, row) ? getText(entry) : row?.text
  if (text === undefined) return undefined
  const hasOtherDeviceText = entry?.state === 'rejected' && row !== undefined
  return { sessionId, text, row, entry, otherDeviceText: hasOtherDeviceText ? row.text : undefined }
}

/** True when the list was loaded after the entry was sent: the row has its version or a later one, or is deleted. */
function isIncluded({ state, serverRef, deed }: OutboxEntry, row: NoteRow | undefined): boolean {
  if (state !== 'done') return false
  // A row with another id is a later note of the same session.
  if (deed.kind === 'delete') return row === undefined || row.id !== serverRef?.id
  return row !== undefined && row.version >= (serverRef?.version ?? 0)
}

/** Lists all notes, of pending entries and of rows. @param rows newest first @param entries newest last */
export function listNotes(rows: readonly NoteRow[], entries: readonly OutboxEntry[]): Note[] {
  // Notes with entries come first, since they were changed last.
  const sessionIds = new Set([
    ...entries.map(getSessionId).toReversed(),
    ...rows.map(({ session: sessionId }) => sessionId),
  ])
  return [...sessionIds].flatMap((sessionId) => toNote(sessionId, rows, entries) ?? [])
}
