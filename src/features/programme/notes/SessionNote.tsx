import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { useDraft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { NoteForm } from './NoteForm.tsx'
import styles from './Note.module.css'
import { NoteText } from './NoteText.tsx'
import { useNote } from './use-note.ts'

/** The user's private note of a session, on the session's page. */
export function SessionNote({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('notes')
  return (
    <section className={styles.section} aria-labelledby="session-note" data-print="off">
      <h2 id="session-note" className={styles.title}>
        {t('title')}
      </h2>
      <NoteEditor key={sessionId} sessionId={sessionId} />
    </section>
  )
}

function NoteEditor({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('notes')
  const { note, isLoaded: isNoteLoaded } = useNote(sessionId)
  const [wasLoaded, setWasLoaded] = useState(isNoteLoaded)
  // A failing query is retried and resets its state: a rendered form must not be replaced.
  if (isNoteLoaded && !wasLoaded) setWasLoaded(true)
  const draft = useDraft<Values>(`notes ${sessionId}`)
  const [isOpen, setOpen] = useState<boolean>()
  // The draft is shown even when the notes have not loaded, because offline they may never load.
  if (!draft.isReady || !(wasLoaded || draft.saved !== undefined)) return <SkeletonLines lines={2} />
  const isRejected = note?.entry?.state === 'rejected'
  // An unsaved draft opens the form again.
  const isWriting = isOpen ?? (draft.saved !== undefined || isRejected)
  if (isWriting)
    return (
      <NoteForm
        sessionId={sessionId}
        note={note}
        draft={draft}
        takesFocus={isOpen === true}
        onClose={() => setOpen(false)}
      />
    )
  if (note) return <NoteText note={note} takesFocus={isOpen === false} onEdit={() => setOpen(true)} />
  return (
    <div className={styles.none}>
      <p>{t('none')}</p>
      <Button onClick={() => setOpen(true)}>
        <Icon name="plus" size={20} /> {t('add')}
      </Button>
    </div>
  )
}
