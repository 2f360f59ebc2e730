import { hasArrived, type OutboxEntry } from '#outbox/index.ts'
import type { NoteRow } from './queries.ts'

/** A note as its person means it: what the server has, under what waits to be sent. */
export interface Note {
  session: string
  text: string
  row: NoteRow | undefined
  /** The last thing that was done with it, as long as the row does not tell as much. */
  entry: OutboxEntry | undefined
  /** What another device wrote, when the server refused this one for it. */
  elsewhere: string | undefined
}

/** Session that an entry is about. */
const sessionOf = ({ body }: OutboxEntry): string => String(body['session'])

const textOf = ({ body: { text } }: OutboxEntry): string => (typeof text === 'string' ? text : '')

/** A note that was made is of this version. */
const firstVersion = 1

/** What the form of a note is typed over: its text, and the version that this is. */
export function toOriginal({ text, row, entry }: Note): { text: string; version: number } {
  return { text, version: Math.max(firstVersion, row?.version ?? 0, entry?.serverRef?.version ?? 0) }
}

/** @param entries of the notes' module, the newest last */
export function toNote(
  session: string,
  rows: readonly NoteRow[],
  entries: readonly OutboxEntry[],
): Note | undefined {
  const row = rows.find((one) => one.session === session)
  const last = entries.findLast((entry) => sessionOf(entry) === session)
  const entry = last && !isTold(last, row) ? last : undefined
  if (entry?.deed.kind === 'delete') return undefined
  const text = entry && !hasArrived(entry, row) ? textOf(entry) : row?.text
  if (text === undefined) return undefined
  const isOvertaken = entry?.state === 'rejected' && row !== undefined
  return { session, text, row, entry, elsewhere: isOvertaken ? row.text : undefined }
}

/** The row says what was sent: it is this version of it, or a later one. */
function isTold({ state, serverRef, deed }: OutboxEntry, row: NoteRow | undefined): boolean {
  if (state !== 'done') return false
  if (deed.kind === 'delete') return row === undefined || row.id !== serverRef?.id
  return row !== undefined && row.version >= (serverRef?.version ?? 0)
}

/** All notes, of rows and of what waits. */
export function listNotes(rows: readonly NoteRow[], entries: readonly OutboxEntry[]): Note[] {
  const sessions = new Set([...entries.map(sessionOf).toReversed(), ...rows.map(({ session }) => session)])
  return [...sessions].flatMap((session) => toNote(session, rows, entries) ?? [])
}
