import { discardEntry, createId, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import type { Note } from './optimistic-note.ts'
import { notesModule } from './queries.ts'

/** Session of a note, and the label of its outbox entry. */
export interface NoteMeta {
  sessionId: string
  /** `Note · Opening ceremony` */
  title: string
}

const toSubmission = ({ sessionId, title }: NoteMeta, text: string) => ({
  module: notesModule,
  body: { session: sessionId, text },
  title,
  formPath: `/agenda/${sessionId}`,
})

/**
 * Sends a note through the outbox: a new one, a change, or in place of an entry that is not sent yet.
 * @param version version that the user saw
 */
export async function submitNote(
  note: Note | undefined,
  meta: NoteMeta,
  { text, version }: { text: string; version: number | undefined },
): Promise<OutboxEntry> {
  const submission = toSubmission(meta, text)
  const { row, entry } = note ?? {}
  // Another device has created a note of this session in the meantime: this text updates that row.
  const isCreatedElsewhere = entry?.deed.kind === 'create' && row !== undefined && entry.state !== 'done'
  if (entry && entry.state !== 'done' && !isCreatedElsewhere) return reviseEntry(entry.id, submission.body)
  const id = row?.id ?? entry?.serverRef?.id
  if (id === undefined) return submit({ ...submission, entityId: createId(), deed: { kind: 'create' } })
  const versions = [row?.version, entry?.serverRef?.version].filter((version) => version !== undefined)
  const baseVersion = version ?? Math.max(0, ...versions)
  const newEntry = await submit({ ...submission, entityId: id, deed: { kind: 'update', baseVersion } })
  if (entry && isCreatedElsewhere) await discardEntry(entry.id)
  return newEntry
}

/** Deletes a note. An entry that was never sent is only discarded. */
export async function deleteNote(note: Note, meta: NoteMeta): Promise<void> {
  const { row, entry } = note
  if (entry?.state === 'rejected' || entry?.state === 'conflict') await discardEntry(entry.id)
  const id = row?.id ?? entry?.serverRef?.id ?? entry?.entityId
  if (id === undefined || (entry?.state === 'rejected' && !row)) return
  await submit({ ...toSubmission(meta, ''), entityId: id, deed: { kind: 'delete' } })
}
