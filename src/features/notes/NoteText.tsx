import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryStatusNotice } from '#features/participant-forms'
import { useForumTime } from '#lib/forum-time.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import styles from './Note.module.css'
import type { Note } from './optimistic-note.ts'
import { deleteNote } from './send-note.ts'
import { useNoteTarget } from './use-note.ts'

/** A note to read, where it stands, and what can be done with it. */
export function NoteText({
  note,
  takesFocus,
  onEdit,
}: {
  note: Note
  /** It stands where its form was: the focus goes with it. */
  takesFocus: boolean
  onEdit: () => void
}) {
  const { t } = useTranslation('notes')
  const time = useForumTime()
  const place = useNoteTarget(note.session)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) top.current?.focus()
  }, [takesFocus])
  const remove = async () => {
    const words = {
      title: t('delete.title'),
      text: t('delete.text'),
      yes: t('delete.yes'),
      no: t('delete.no'),
    }
    if (await confirmDialog(words)) await deleteNote(note, place)
  }
  return (
    <div ref={top} tabIndex={-1} className={styles.note}>
      <p className={styles.text}>{note.text}</p>
      {note.entry ? (
        <EntryStatusNotice entry={note.entry} />
      ) : (
        note.row && (
          <p className={styles.hint}>{t('writtenAt', { time: time.dateTime(note.row.updated_at) })}</p>
        )
      )}
      <div className={styles.actions}>
        <Button onClick={onEdit}>{t('edit')}</Button>
        <Button disabled={note.entry?.state === 'sending'} onClick={() => void remove()}>
          {t('delete.yes')}
        </Button>
      </div>
    </div>
  )
}
