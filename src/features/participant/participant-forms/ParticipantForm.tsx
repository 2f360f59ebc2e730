import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import {
  Form,
  isSaved,
  SubmitFooter,
  useFormDraft,
  useModuleForm,
  useSubmission,
  type ModuleForm,
} from '#forms/index.ts'
import {
  EntryStatus,
  findSupersededCreation,
  toFormBase,
  toSavedRow,
  type Draft,
  type OptimisticRow,
  save,
} from '#outbox/index.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { ParticipantModule } from '#features/participant/participant-rows'

interface ParticipantFormProps {
  module: ParticipantModule
  /** Returns the path of the form of a row, where the user edits an outbox entry. `entityId` is that of the entry. */
  formPath: (entityId: string) => string
  /** The module's definition. */
  shape: FormShape
  /** Keys of the form's fields. */
  fields: readonly string[]
  /** The row to change; without `row` and entries for a new one. */
  row: OptimisticRow
  draft: Draft<Values>
  /** Name of the form for screen readers. */
  label: string
  sendLabel: string
  /** Returns the title of the outbox entry. */
  formatTitle: (values: Values) => string
  /**
   * Called for each change of a field. Returns all values to set: that of the field, and what it implies for others.
   */
  deriveFields?: (values: Values, key: string, value: unknown) => Values
  /** Called once the entry is stored on the device or sent, or when there was nothing to send. */
  onSent: () => void
  /** Absent when there is no page to return to. The draft stays on the device. */
  onBack?: (() => void) | undefined
  /** Called when the user has typed: the parent must not unmount the form from now on. */
  onTyped?: () => void
  children: (form: ModuleForm) => ReactNode
}

/** Locale keys for the state of the draft; undefined for states without a text. */
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
  // When another device has created the row first, the unsent values apply to that row: the key remounts the form.
  return <FormContent key={findSupersededCreation(props.row)?.id} {...props} />
}

function FormContent(props: ParticipantFormProps) {
  const { module, row, formPath, formatTitle, onSent, onTyped } = props
  const draft = getDraft(props)
  const { t } = useTranslation('after-approval')
  const form = useDerivedForm(props)
  const isDraftLoaded = useFormDraft(form, draft)
  const { entry } = row
  const submission = useSubmission(form, { isDraftLoaded, entry, confirmsInFooter: true })
  const isTyped = isDraftLoaded && Object.keys(form.typedValues).length > 0
  useEffect(() => {
    if (isTyped) onTyped?.()
    // oxlint-disable-next-line react/exhaustive-deps -- not again for a new callback
  }, [isTyped])
  if (!isDraftLoaded) return <SkeletonLines lines={6} />
  const submit = async () => {
    if (!form.check()) return
    const title = formatTitle(form.values)
    const { version } = form
    const values = form.body()
    const result = await submission.send(() =>
      save({ module, formPath, title, values, version, ...toSavedRow(row), base: 'entries' }),
    )
    if (!isSaved(result)) return
    // The user has seen the confirmation, so the draft is not needed any more.
    onSent()
    void draft.drop()
  }
  // A receipt needs no status, and the footer shows that of an entry that was just saved.
  const { state } = submission.store
  const hasNoStatus = entry?.state === 'done' || (state.kind === 'saved' && state.entry.id === entry?.id)
  const displayedEntry = submission.refused ?? (hasNoStatus ? undefined : entry)
  const note = draftNotes[draft.state]
  return (
    <Form form={form} label={props.label} onSubmit={() => void submit()}>
      {displayedEntry && <EntryStatus entry={displayedEntry} />}
      {props.children(form)}
      <SubmitFooter
        submission={submission}
        label={props.sendLabel}
        onBack={props.onBack}
        note={note && t(note)}
      />
    </Form>
  )
}

/** Creates the form. Its `set` also makes the changes of other fields that a change implies. */
function useDerivedForm({ shape, fields, row, deriveFields }: ParticipantFormProps): ModuleForm {
  const baseValues = toFormBase(row)
  const form = useModuleForm(shape, {
    fields,
    values: findSupersededCreation(row)?.body ?? {},
    ...(baseValues && { original: baseValues }),
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
 * Returns the draft. When another device has created the row since, the draft loses its version: it would refer to a
 * row that the user has not seen. Without it the form lets the user choose between the values.
 */
function getDraft({ draft, row }: ParticipantFormProps): Draft<Values> {
  const { saved } = draft
  if (!saved || !findSupersededCreation(row)) return draft
  const { version: _version, ...withoutVersion } = saved
  return { ...draft, saved: withoutVersion }
}
