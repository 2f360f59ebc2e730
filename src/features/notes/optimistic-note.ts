import { hasArrived, type OutboxEntry } from '#outbox/index.ts'
import type { NoteRow } from './queries.ts'

/** A note as the user sees it: the server's row with the pending entries applied. */
export interface Note {
  session: string
  text: string
  row: NoteRow | undefined
  /** The last entry, as long as the row does not include it. */
  entry: OutboxEntry | undefined
  /** The text from another device, when the server rejected this one because of it. */
  elsewhere: string | undefined
}

/** Returns the session of an entry. */
const getSession = ({ body }: OutboxEntry): string => String(body['session'])

const getText = ({ body: { text } }: OutboxEntry): string => (typeof text === 'string' ? text : '')

/** Version of a newly created note. */
const firstVersion = 1

/** Returns what the form of a note is based on: its text and version. */
export function toOriginal({ text, row, entry }: Note): { text: string; version: number } {
  return { text, version: Math.max(firstVersion, row?.version ?? 0, entry?.serverRef?.version ?? 0) }
}

/** Creates the note of a session. @param entries of the notes' module, the newest last */
export function toNote(
  session: string,
  rows: readonly NoteRow[],
  entries: readonly OutboxEntry[],
): Note | undefined {
  const row = rows.find((one) => one.session === session)
  const last = entries.findLast((entry) => getSession(entry) === session)
  const entry = last && !isIncluded(last, row) ? last : undefined
  if (entry?.deed.kind === 'delete') return undefined
  const text = entry && !hasArrived(entry, row) ? getText(entry) : row?.text
  if (text === undefined) return undefined
  const isOvertaken = entry?.state === 'rejected' && row !== undefined
  return { session, text, row, entry, elsewhere: isOvertaken ? row.text : undefined }
}

/** True when the row includes the entry: it has the same or a later version. */
function isIncluded({ state, serverRef, deed }: OutboxEntry, row: NoteRow | undefined): boolean {
  if (state !== 'done') return false
  if (deed.kind === 'delete') return row === undefined || row.id !== serverRef?.id
  return row !== undefined && row.version >= (serverRef?.version ?? 0)
}

/** Lists all notes, of rows and of pending entries. */
export function listNotes(rows: readonly NoteRow[], entries: readonly OutboxEntry[]): Note[] {
  const sessions = new Set([...entries.map(getSession).toReversed(), ...rows.map(({ session }) => session)])
  return [...sessions].flatMap((session) => toNote(session, rows, entries) ?? [])
}
