import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import { notes } from '#contract/modules/notes.ts'
import { SubmitFooter, useSubmission } from '#features/participant/participant-forms'
import { getControlId, Form, FormField, useFormDraft, useModuleForm } from '#forms/index.ts'
import { EntryStatus, type Draft, type OutboxEntry } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from './Note.module.css'
import { toOriginal, type Note } from './optimistic-note.ts'
import { submitNote } from './send-note.ts'
import { useNoteMeta } from './use-note.ts'

const shape: FormShape = { fields: { text: { ...notes.fields.text, label: notes.label } } }
const fields: readonly string[] = ['text']

/** Form of a note. Typing is saved as a draft; the note is sent when it is saved. */
export function NoteForm({
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
  const sending = useSubmission()
  const form = useModuleForm(shape, { fields, ...(note && { original: toOriginal(note) }) })
  const isDraftLoaded = useFormDraft(form, draft)
  useEffect(() => {
    if (takesFocus && isDraftLoaded) document.getElementById(getControlId(form, 'text'))?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the form is rendered for the first time
  }, [takesFocus, isDraftLoaded])
  /** A rejected entry of a device without storage, which exists only in this form. */
  const [rejected, setRejected] = useState<OutboxEntry>()
  const displayedEntry = rejected ?? (note?.entry?.state === 'rejected' ? note.entry : undefined)
  if (!isDraftLoaded) return <SkeletonLines lines={2} />
  const save = async () => {
    if (!form.check()) return
    setRejected(undefined)
    const text = String(form.values['text']).trim()
    const result = await sending.send(() => submitNote(note, meta, { text, version: form.version }))
    if (!result) return
    if (result.entry?.state === 'rejected') {
      setRejected(result.entry)
      form.showServerIssues(result.entry.problems ?? [])
      return
    }
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
        sending={sending}
        label={t('save')}
        onBack={() => void draft.drop().then(onClose)}
        note={draft.state === 'saved' ? t('draftSaved') : t('private')}
      />
    </Form>
  )
}
