import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import { Form, useFormDraft, useModuleForm, type ModuleForm } from '#forms/index.ts'
import {
  EntryStatus,
  findSupersededCreation,
  toFormBase,
  toSavedRow,
  type Draft,
  type OutboxEntry,
  type OptimisticRow,
  save,
} from '#outbox/index.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { ParticipantModule } from '#features/participant/participant-rows'
import { SubmitFooter } from './SubmitFooter.tsx'
import { useSubmission } from './use-submission.ts'

interface ParticipantFormProps {
  module: ParticipantModule
  /** Returns the path of the form of a row. */
  formPath: (entityId: string) => string
  shape: FormShape
  fields: readonly string[]
  /** The row to change; empty for a new one. */
  row: OptimisticRow
  draft: Draft<Values>
  label: string
  sendLabel: string
  formatTitle: (values: Values) => string
  /** Returns what a change implies for other fields. */
  deriveFields?: (values: Values, key: string, value: unknown) => Values
  onSent: () => void
  /** Absent when there is no page to return to. The draft stays on the device. */
  onBack?: (() => void) | undefined
  /** Called when the user has typed: the parent must not unmount the form from now on. */
  onTyped?: () => void
  children: (form: ModuleForm) => ReactNode
}

/** Locale keys for the state of the draft. */
const draftNotes = {
  none: undefined,
  saving: undefined,
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

/**
 * The form of a participant's own row: saved as a draft while typing, sent through the outbox, with server issues at
 * its fields.
 */
export function ParticipantForm(props: ParticipantFormProps) {
  // The key remounts the form when another device has created the row: the unsent values then apply to that row.
  return <FormContent key={findSupersededCreation(props.row)?.id} {...props} />
}

function FormContent(props: ParticipantFormProps) {
  const { module, row, formPath, formatTitle, onSent, onTyped } = props
  const draft = getDraft(props)
  const { t } = useTranslation('after-approval')
  const sending = useSubmission()
  const form = useDerivedForm(props)
  const isDraftLoaded = useFormDraft(form, draft)
  const { entry } = row
  const [rejected, setRejected] = useState<OutboxEntry>()
  useServerIssues(form, isDraftLoaded, entry)
  const isTyped = isDraftLoaded && Object.keys(form.typedValues).length > 0
  useEffect(() => {
    if (isTyped) onTyped?.()
    // oxlint-disable-next-line react/exhaustive-deps -- called once
  }, [isTyped])
  if (!isDraftLoaded) return <SkeletonLines lines={6} />
  const submit = async () => {
    if (!form.check()) return
    setRejected(undefined)
    const title = formatTitle(form.values)
    const { version } = form
    const values = form.body()
    const result = await sending.send(() =>
      save({ module, formPath, title, values, version, ...toSavedRow(row), base: 'entries' }),
    )
    if (!result) return
    // Without storage the entry was sent directly, so its rejection exists only in this form.
    if (result.entry?.state === 'rejected') {
      setRejected(result.entry)
      form.showServerIssues(result.entry.problems ?? [])
      return
    }
    // The user has seen the confirmation, so the draft is not needed any more.
    onSent()
    void draft.drop()
  }
  // The footer shows the status of an entry that was just saved.
  const isStatusInFooter = entry?.state === 'done' || entry?.id === sending.state().stored?.id
  const displayedEntry = rejected ?? (isStatusInFooter ? undefined : entry)
  const note = draftNotes[draft.state]
  return (
    <Form form={form} label={props.label} onSubmit={() => void submit()}>
      {displayedEntry && <EntryStatus entry={displayedEntry} />}
      {props.children(form)}
      <SubmitFooter sending={sending} label={props.sendLabel} onBack={props.onBack} note={note && t(note)} />
    </Form>
  )
}

/** Returns the form with the implied changes of other fields. */
function useDerivedForm({ shape, fields, row, deriveFields }: ParticipantFormProps): ModuleForm {
  const original = toFormBase(row)
  const form = useModuleForm(shape, {
    fields,
    values: findSupersededCreation(row)?.body ?? {},
    ...(original && { original }),
  })
  if (!deriveFields) return form
  return {
    ...form,
    set: (key, value) => {
      for (const [name, derivedValue] of Object.entries(deriveFields(form.values, key, value)))
        form.set(name, derivedValue)
    },
  }
}

/**
 * Returns the draft, without its version when another device has created the row since: there was no row while the
 * user typed.
 */
function getDraft({ draft, row }: ParticipantFormProps): Draft<Values> {
  const { saved } = draft
  if (!saved || !findSupersededCreation(row)) return draft
  const { version: _version, ...withoutVersion } = saved
  return { ...draft, saved: withoutVersion }
}

/** Shows the server's issues at their fields, once for each rejected entry. */
function useServerIssues(
  { showServerIssues }: ModuleForm,
  isDraftLoaded: boolean,
  entry: OutboxEntry | undefined,
): void {
  const issues = entry?.state === 'rejected' ? entry.problems : undefined
  const id = entry?.id
  useEffect(() => {
    if (isDraftLoaded && issues) showServerIssues(issues)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejected entry: corrected fields stay corrected
  }, [isDraftLoaded, id, issues])
}
