import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { useKeptDraft, useSending, type OwnRow } from '#features/after-approval'
import { Form, FormFooter, useModuleForm, type ModuleForm } from '#features/forms'
import { useLocale } from '#lib/locale.ts'
import { EntryState, NotStoredNote, useDraft, type Draft, type OutboxEntry } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { sendTravel } from './send-travel.ts'
import { fields, settle } from './travel-fields.ts'
import { TravelSections } from './TravelSections.tsx'

interface TravelFormProps {
  row: OwnRow<'travel_infos'> | undefined
  /** What was sent and has not arrived, or was refused. */
  entry: OutboxEntry | undefined
  onSent: () => void
  /** Absent when there is nothing else to show. */
  onCancel: (() => void) | undefined
}

/** The form, once the device has said what was typed into it before. */
export function TravelForm(props: TravelFormProps) {
  const draft = useDraft<Values>(`travel_infos ${props.row?.id ?? 'new'}`)
  if (!draft.isReady) return <SkeletonLines lines={6} />
  return <ReadyForm {...props} draft={draft} />
}

/** What is said of the draft; that it is kept only when it is. */
const draftNotes = {
  none: undefined,
  saving: undefined,
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

function ReadyForm({ row, entry, onSent, onCancel, draft }: TravelFormProps & { draft: Draft<Values> }) {
  const { t } = useTranslation('travel-infos')
  const locale = useLocale()
  const sending = useSending()
  const form = useTravelForm(row, { ...row, ...entry?.body, ...draft.saved })
  useKeptDraft(form, draft)
  const draftNote = draftNotes[draft.state]
  useRefusal(form, entry)
  const submit = async () => {
    if (!form.check()) return
    const sent = await sending.send(() => sendTravel({ form, row, entry, locale }))
    if (!sent) return
    await draft.drop()
    onSent()
  }
  const cancel = onCancel && (() => void draft.drop().then(onCancel))
  return (
    <Form form={form} label={t('title')} onSubmit={() => void submit()}>
      {entry && <EntryState entry={entry} />}
      <TravelSections form={form} />
      {sending.failure !== undefined && <NotStoredNote error={sending.failure} />}
      <FormFooter
        label={t(row ? 'send.change' : 'send.first')}
        isBusy={sending.isBusy}
        onBack={cancel}
        note={draftNote && t(draftNote)}
      />
    </Form>
  )
}

/** The form with what one choice takes away from another. */
function useTravelForm(row: Values | undefined, values: Values): ModuleForm {
  const form = useModuleForm(travelInfos, { fields, values, ...(row && { original: row }) })
  return {
    ...form,
    set: (key, value) => {
      for (const [name, settled] of Object.entries(settle(form.values, key, value))) form.set(name, settled)
    },
  }
}

/** What the server refused, at its fields, once for each refusal. */
function useRefusal({ refuse }: ModuleForm, entry: OutboxEntry | undefined): void {
  const problems = entry?.state === 'rejected' ? entry.problems : undefined
  const id = entry?.id
  useEffect(() => {
    if (problems) refuse(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal: what is mended stays so
  }, [id, problems])
}
