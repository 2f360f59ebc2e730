import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import { notes } from '#contract/modules/notes.ts'
import { SubmitFooter, useSubmission } from '#features/participant-forms'
import { controlId, Form, FormField, useFormDraft, useModuleForm } from '#features/forms'
import { EntryStatus, type Draft, type OutboxEntry } from '#outbox/index.ts'
import styles from './Note.module.css'
import { toOriginal, type Note } from './optimistic-note.ts'
import { submitNote } from './send-note.ts'
import { useNoteTarget } from './use-note.ts'

const shape: FormShape = { fields: { text: { ...notes.fields.text, label: notes.label } } }
const fields: readonly string[] = ['text']

/** Where a note is written. What is typed is kept at once; it is sent when it is saved. */
export function NoteForm({
  session,
  note,
  draft,
  takesFocus,
  onClose,
}: {
  session: string
  note: Note | undefined
  draft: Draft<Values>
  /** Somebody has just asked to write. */
  takesFocus: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('notes')
  const place = useNoteTarget(session)
  const sending = useSubmission()
  const form = useModuleForm(shape, { fields, ...(note && { original: toOriginal(note) }) })
  const isFilled = useFormDraft(form, draft)
  useEffect(() => {
    if (takesFocus && isFilled) document.getElementById(controlId(form, 'text'))?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once it stands
  }, [takesFocus, isFilled])
  /** What was sent at once, since the device keeps nothing, and refused: this form is the only place that it lies in. */
  const [unkept, setUnkept] = useState<OutboxEntry>()
  const told = unkept ?? (note?.entry?.state === 'rejected' ? note.entry : undefined)
  const save = async () => {
    if (!form.check()) return
    setUnkept(undefined)
    const text = String(form.values['text']).trim()
    const sent = await sending.send(() => submitNote(note, place, { text, version: form.version }))
    if (!sent) return
    if (sent.entry?.state === 'rejected') {
      setUnkept(sent.entry)
      form.refuse(sent.entry.problems ?? [])
      return
    }
    await draft.drop()
    onClose()
  }
  return (
    <Form form={form} label={t('title')} onSubmit={() => void save()}>
      {told && <EntryStatus entry={told} />}
      {note?.elsewhere !== undefined && (
        <div className={styles.elsewhere}>
          <p className={styles.hint}>{t('elsewhere')}</p>
          <p className={styles.text}>{note.elsewhere}</p>
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
