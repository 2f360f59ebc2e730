import { useTranslation } from 'react-i18next'
import { useProgramme } from '#features/programme/sessions'
import { useLocalized } from '#platform/locale.ts'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { listNotes, toNote, type Note } from './optimistic-note.ts'
import { notesModule, useNotesQuery } from './queries.ts'

/** Session of a note, and the label of its outbox entry. */
export interface NoteMeta {
  sessionId: string
  /** `Note · Opening ceremony` */
  title: string
}

const useNoteEntries = () => useEntries().filter(({ module }) => module === notesModule)

/** Returns the user's note of a session; undefined while `isLoaded` is false, and when there is none. */
export function useNote(sessionId: string): { note: Note | undefined; isLoaded: boolean } {
  const { data: rows, isError } = useNotesQuery()
  const entries = useNoteEntries()
  const isOutboxReady = useIsOutboxReady()
  // Offline, notes may never load: then the pending entries are all that is known.
  const isLoaded = isOutboxReady && (rows !== undefined || isError)
  return { note: toNote(sessionId, rows ?? [], entries), isLoaded }
}

/** Returns all notes, the latest first. */
export function useNotes() {
  const query = useNotesQuery()
  const entries = useNoteEntries()
  const isOutboxReady = useIsOutboxReady()
  const notes = listNotes(query.data ?? [], entries)
  // Offline, pending notes are shown although the list may never load.
  return { query, notes, isLoaded: isOutboxReady && (query.data !== undefined || notes.length > 0) }
}

/** Returns the session of a note with the label of its outbox entry. */
export function useNoteMeta(sessionId: string): NoteMeta {
  const { t } = useTranslation('notes')
  const pick = useLocalized()
  const { programme } = useProgramme()
  const title = pick(programme?.byId.get(sessionId)?.row.title).text
  return { sessionId, title: [t('note'), title].filter(Boolean).join(' · ') }
}
