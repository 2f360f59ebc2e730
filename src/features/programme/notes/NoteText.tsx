import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryStatusNotice } from '#features/participant/participant-forms'
import { useForumTime } from '#platform/forum-time.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import styles from './Note.module.css'
import type { Note } from './optimistic-note.ts'
import { deleteNote } from './send-note.ts'
import { useNoteMeta } from './use-note.ts'

/** Shows a note with its status and its actions. */
export function NoteText({
  note,
  takesFocus,
  onEdit,
}: {
  note: Note
  /** True when the form was replaced by this view: it takes the focus. */
  takesFocus: boolean
  onEdit: () => void
}) {
  const { t } = useTranslation('notes')
  const time = useForumTime()
  const meta = useNoteMeta(note.sessionId)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) container.current?.focus()
  }, [takesFocus])
  const remove = async () => {
    const labels = {
      title: t('delete.title'),
      text: t('delete.text'),
      yes: t('delete.yes'),
      no: t('delete.no'),
    }
    if (await confirmDialog(labels)) await deleteNote(note, meta)
  }
  return (
    <div ref={container} tabIndex={-1} className={styles.note}>
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
