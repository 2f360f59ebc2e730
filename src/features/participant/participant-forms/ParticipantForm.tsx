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
  const form = useDerivedForm(props)
  const isDraftLoaded = useFormDraft(form, draft)
  const { entry } = row
  const submission = useSubmission(form, { isDraftLoaded, entry, confirmsInFooter: true })
  const isTyped = isDraftLoaded && Object.keys(form.typedValues).length > 0
  useEffect(() => {
    if (isTyped) onTyped?.()
    // oxlint-disable-next-line react/exhaustive-deps -- called once
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
  // The footer shows the status of an entry that was just saved.
  const { state } = submission.store
  const isStatusInFooter = entry?.state === 'done' || (state.kind === 'saved' && state.entry.id === entry?.id)
  const displayedEntry = submission.refused ?? (isStatusInFooter ? undefined : entry)
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
