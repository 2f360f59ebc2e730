import { discardEntry, createId, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import type { Note } from './optimistic-note.ts'
import { notesModule } from './queries.ts'

/** What a note is called in the outbox, and where it is written. */
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
 * Leaves a note to the outbox: a new one, a change of the one that is there, or in the place of what has not gone out.
 * @param version which one of it its person saw
 */
export async function submitNote(
  note: Note | undefined,
  place: NoteTarget,
  { text, version }: { text: string; version: number | undefined },
): Promise<OutboxEntry> {
  const parts = common(place, text)
  const { row, entry } = note ?? {}
  // Another device wrote a note of this session meanwhile: this one is a change of it.
  const isOvertaken = entry?.deed.kind === 'create' && row !== undefined && entry.state !== 'done'
  if (entry && entry.state !== 'done' && !isOvertaken) return reviseEntry(entry.id, parts.body)
  const id = row?.id ?? entry?.serverRef?.id
  if (id === undefined) return submit({ ...parts, entityId: createId(), deed: { kind: 'create' } })
  const known = [row?.version, entry?.serverRef?.version].filter((version) => version !== undefined)
  const baseVersion = version ?? Math.max(0, ...known)
  const sent = await submit({ ...parts, entityId: id, deed: { kind: 'update', baseVersion } })
  if (entry && isOvertaken) await discardEntry(entry.id)
  return sent
}

/** Takes a note away: what never went out need not be told to the server. */
export async function deleteNote(note: Note, place: NoteTarget): Promise<void> {
  const { row, entry } = note
  if (entry?.state === 'rejected' || entry?.state === 'conflict') await discardEntry(entry.id)
  const id = row?.id ?? entry?.serverRef?.id ?? entry?.entityId
  if (id === undefined || (entry?.state === 'rejected' && !row)) return
  await submit({ ...common(place, ''), entityId: id, deed: { kind: 'delete' } })
}
