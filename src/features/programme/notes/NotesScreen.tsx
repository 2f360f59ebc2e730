import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLeaveWhenSignedOut } from '#features/participant/accounts'
import { useProgramme } from '#features/programme/sessions'
import { useDocumentTitle } from '#platform/forum.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { EntryStatus } from '#outbox/index.ts'
import { buttonClass } from '#ui/Button.tsx'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import styles from './Note.module.css'
import type { Note } from './optimistic-note.ts'
import { canTakeNotes } from './queries.ts'
import { useNotes } from './use-note.ts'

/** All notes of the user. */
export function NotesScreen() {
  const { t } = useTranslation('notes')
  useDocumentTitle(t('mine'))
  useLeaveWhenSignedOut()
  return (
    <Screen>
      <PageHeader title={t('mine')} lead={t('lead')} />
      <Notes />
    </Screen>
  )
}

function Notes() {
  const { t } = useTranslation('notes')
  const user = useCurrentUser()
  const { query, notes, isLoaded } = useNotes()
  if (user.id !== undefined && !canTakeNotes(user))
    return <EmptyState title={t('organiser.title')} text={t('organiser.text')} />
  if (!isLoaded) return <LoadState failed={query.isError} retry={() => void query.refetch()} />
  if (notes.length === 0)
    return (
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Link to="/agenda" className={buttonClass('filled')}>
            {t('empty.action')}
          </Link>
        }
      />
    )
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <NoteCard key={note.sessionId} note={note} />
      ))}
    </ul>
  )
}

function NoteCard({ note }: { note: Note }) {
  const { t } = useTranslation('notes')
  const pick = useLocalized()
  const time = useForumTime()
  const { programme } = useProgramme()
  const title = pick(programme?.byId.get(note.sessionId)?.row.title)
  return (
    <li className={styles.card}>
      <h2 className={styles.session}>
        <Link to="/agenda/$sessionId" params={{ sessionId: note.sessionId }} lang={title.locale}>
          {title.text || t('unknownSession')}
        </Link>
      </h2>
      <p className={styles.text}>{note.text}</p>
      {note.entry ? (
        <EntryStatus entry={note.entry} />
      ) : (
        note.row && (
          <p className={styles.hint}>{t('writtenAt', { time: time.dateTime(note.row.updated_at) })}</p>
        )
      )}
    </li>
  )
}
