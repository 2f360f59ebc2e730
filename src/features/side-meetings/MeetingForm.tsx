import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { useKeptDraft, useSending } from '#features/after-approval'
import { Form, FormFooter, useModuleForm } from '#features/forms'
import { useLocale } from '#lib/locale.ts'
import { EntryState, NotStoredNote, useDraft, type Draft } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Application } from './applications.ts'
import { fields, MeetingFields } from './MeetingFields.tsx'
import { MeetingNotice } from './MeetingNotice.tsx'
import { sendMeeting } from './send-meeting.ts'

interface MeetingFormProps {
  /** Absent for a new one. */
  application?: Application
  onClose: () => void
}

/** The form for one meeting. A new one is preceded by the notice, which has to be acknowledged. */
export function MeetingForm(props: MeetingFormProps) {
  const draft = useDraft<Values>(`side_meetings ${props.application?.id ?? 'new'}`)
  const [isAcknowledged, setAcknowledged] = useState(false)
  if (!draft.isReady) return <SkeletonLines lines={6} />
  // What was begun before was acknowledged before.
  if (!props.application && !draft.saved && !isAcknowledged)
    return <MeetingNotice onAcknowledge={() => setAcknowledged(true)} onBack={props.onClose} />
  return <ReadyForm {...props} draft={draft} />
}

/** What is said of the draft; that it is kept only when it is. */
const draftNotes = {
  none: undefined,
  saving: undefined,
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

function ReadyForm({ application, onClose, draft }: MeetingFormProps & { draft: Draft<Values> }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const sending = useSending()
  const { row, entry } = application ?? {}
  const form = useModuleForm(sideMeetings, {
    fields,
    values: { ...application?.values, ...draft.saved },
    ...(row && { original: row }),
  })
  useKeptDraft(form, draft)
  const draftNote = draftNotes[draft.state]
  const problems = entry?.state === 'rejected' ? entry.problems : undefined
  useEffect(() => {
    if (problems) form.refuse(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal: what is mended stays so
  }, [problems])
  const submit = async () => {
    if (!form.check()) return
    if (!(await sending.send(() => sendMeeting(form, application, locale)))) return
    await draft.drop()
    onClose()
  }
  return (
    <Form form={form} label={t('form')} onSubmit={() => void submit()}>
      {entry && <EntryState entry={entry} />}
      <MeetingFields form={form} />
      {sending.failure !== undefined && <NotStoredNote error={sending.failure} />}
      <FormFooter
        label={t(row ? 'send.change' : 'send.first')}
        isBusy={sending.isBusy}
        onBack={onClose}
        note={draftNote && t(draftNote)}
      />
    </Form>
  )
}
