import { discardEntry, createId, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import type { Note } from './optimistic-note.ts'
import { notesModule } from './queries.ts'

/** Label of a note in the outbox, and the page to edit it. */
export interface NoteTarget {
  session: string
  /** `Note · Opening ceremony` */
  title: string
}

const common = ({ session, title }: NoteTarget, text: string) => ({
  module: notesModule,
  body: { session, text },
  title,
  formPath: `/agenda/${session}`,
})

/**
 * Sends a note through the outbox: a new one, a change, or in place of an entry that is not sent yet.
 * @param version version that the user saw
 */
export async function submitNote(
  note: Note | undefined,
  target: NoteTarget,
  { text, version }: { text: string; version: number | undefined },
): Promise<OutboxEntry> {
  const shared = common(target, text)
  const { row, entry } = note ?? {}
  // Another device has created a note of this session in the meantime: this one changes it.
  const isOvertaken = entry?.deed.kind === 'create' && row !== undefined && entry.state !== 'done'
  if (entry && entry.state !== 'done' && !isOvertaken) return reviseEntry(entry.id, shared.body)
  const id = row?.id ?? entry?.serverRef?.id
  if (id === undefined) return submit({ ...shared, entityId: createId(), deed: { kind: 'create' } })
  const versions = [row?.version, entry?.serverRef?.version].filter((version) => version !== undefined)
  const baseVersion = version ?? Math.max(0, ...versions)
  const sent = await submit({ ...shared, entityId: id, deed: { kind: 'update', baseVersion } })
  if (entry && isOvertaken) await discardEntry(entry.id)
  return sent
}

/** Deletes a note. An entry that was never sent is only discarded. */
export async function deleteNote(note: Note, target: NoteTarget): Promise<void> {
  const { row, entry } = note
  if (entry?.state === 'rejected' || entry?.state === 'conflict') await discardEntry(entry.id)
  const id = row?.id ?? entry?.serverRef?.id ?? entry?.entityId
  if (id === undefined || (entry?.state === 'rejected' && !row)) return
  await submit({ ...common(target, ''), entityId: id, deed: { kind: 'delete' } })
}
