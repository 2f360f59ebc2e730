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

/** The person's own note of a session, on the session's page. Nobody else reads it. */
export function SessionNote({ session }: { session: string }) {
  const { t } = useTranslation('notes')
  return (
    <section className={styles.part} aria-labelledby="session-note" data-print="off">
      <h2 id="session-note" className={styles.title}>
        {t('title')}
      </h2>
      <Writing key={session} session={session} />
    </section>
  )
}

function Writing({ session }: { session: string }) {
  const { t } = useTranslation('notes')
  const { note, isReady: isKnown } = useNote(session)
  const [isReady, setReady] = useState(isKnown)
  // It is asked for again and again where nothing came: a form that stands is not taken away for that.
  if (isKnown && !isReady) setReady(true)
  const draft = useDraft<Values>(`notes ${session}`)
  const [isOpen, setOpen] = useState<boolean>()
  // What was typed here is shown whether or not the notes at the forum are known: without network they may never be.
  if (!draft.isReady || !(isReady || draft.saved !== undefined)) return <SkeletonLines lines={2} />
  const isRefused = note?.entry?.state === 'rejected'
  // What was typed and not saved is there again, open.
  const isWriting = isOpen ?? (draft.saved !== undefined || isRefused)
  if (isWriting)
    return (
      <NoteForm
        session={session}
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
