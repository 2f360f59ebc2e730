import { useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values, FormShape } from '#contract/form/form-shape.ts'
import { notes } from '#contract/modules/notes.ts'
import { useDraft, EntryStatus, save as saveEntry, type Draft, type SaveOptions } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { EntryStatusNotice } from '#features/participant/participant-forms'
import { useForumTime } from '#platform/forum-time.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import {
  getControlId,
  Form,
  FormField,
  isSaved,
  SubmitFooter,
  useFormDraft,
  useModuleForm,
  useSubmission,
} from '#forms/index.ts'
import styles from './Note.module.css'
import { notesModule } from './queries.ts'
import { useNote, useNoteMeta, type NoteMeta } from './use-note.ts'
import { type Note, toOriginal } from './optimistic-note.ts'

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
  /** Whether the user has opened or closed the form; undefined until they do either. */
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

/** Shows a note with its status and its actions. */
function NoteText({
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
    if (await confirmDialog(labels))
      await saveEntry({ ...toSaveOptions(note, meta, ''), operation: 'delete' })
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

/**
 * Returns the options to save or delete a note. A delete names the session, too: the note's entries are found by it.
 * @param text ignored by a delete
 */
const toSaveOptions = (
  note: Note | undefined,
  { sessionId, title }: NoteMeta,
  text: string,
): SaveOptions => ({
  module: notesModule,
  row: note?.row,
  entries: note?.entry ? [note.entry] : [],
  values: { session: sessionId, text },
  title,
  formPath: `/agenda/${sessionId}`,
})

/** The form of a note: its text alone, labelled as the module. */
const shape: FormShape = { fields: { text: { ...notes.fields.text, label: notes.label } } }
const fields: readonly string[] = ['text']

/** Form of a note. Typing is saved as a draft; the note is sent when it is saved. */
function NoteForm({
  sessionId,
  note,
  draft,
  takesFocus,
  onClose,
}: {
  sessionId: string
  note: Note | undefined
  draft: Draft<Values>
  /** True when the user has just tapped to write. */
  takesFocus: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('notes')
  const meta = useNoteMeta(sessionId)
  const form = useModuleForm(shape, { fields, ...(note && { original: toOriginal(note) }) })
  const isDraftLoaded = useFormDraft(form, draft)
  const submission = useSubmission(form, { isDraftLoaded, confirmsInFooter: true })
  useEffect(() => {
    if (takesFocus && isDraftLoaded) document.getElementById(getControlId(form, 'text'))?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the form is rendered for the first time
  }, [takesFocus, isDraftLoaded])
  const displayedEntry = submission.refused ?? (note?.entry?.state === 'rejected' ? note.entry : undefined)
  if (!isDraftLoaded) return <SkeletonLines lines={2} />
  const save = async () => {
    if (!form.check()) return
    const text = String(form.values['text']).trim()
    const result = await submission.send(() =>
      saveEntry({ ...toSaveOptions(note, meta, text), version: form.version }),
    )
    if (!isSaved(result)) return
    await draft.drop()
    onClose()
  }
  return (
    <Form form={form} label={t('title')} onSubmit={() => void save()}>
      {displayedEntry && <EntryStatus entry={displayedEntry} />}
      {note?.otherDeviceText !== undefined && (
        <div className={styles.elsewhere}>
          <p className={styles.hint}>{t('elsewhere')}</p>
          <p className={styles.text}>{note.otherDeviceText}</p>
        </div>
      )}
      <FormField form={form} name="text" />
      <SubmitFooter
        submission={submission}
        label={t('save')}
        onBack={() => void draft.drop().then(onClose)}
        note={draft.state === 'saved' ? t('draftSaved') : t('private')}
      />
    </Form>
  )
}
