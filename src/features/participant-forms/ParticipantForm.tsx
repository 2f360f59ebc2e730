import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import { Form, useFormDraft, useModuleForm, type ModuleForm } from '#features/forms'
import {
  EntryStatus,
  findOvertaken,
  toFormBase,
  type Draft,
  type OutboxEntry,
  type OptimisticRow,
} from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { ParticipantModule } from '#features/participant-rows'
import { submitParticipantForm, type SubmissionMeta } from './submit-participant-form.ts'
import { SubmitFooter } from './SubmitFooter.tsx'
import { useSubmission } from './use-submission.ts'

interface OwnFormProps extends Omit<SubmissionMeta, 'title'> {
  module: ParticipantModule
  shape: FormShape
  fields: readonly string[]
  /** What is changed by it; as good as empty for a new one. */
  thing: OptimisticRow
  draft: Draft<Values>
  label: string
  sendLabel: string
  titleOf: (values: Values) => string
  /** What a change brings with it. */
  settle?: (before: Values, key: string, value: unknown) => Values
  onSent: () => void
  /** Absent when there is nothing to go back to. What was typed stays on the device. */
  onBack?: (() => void) | undefined
  /** Something was typed: from now on the form is not taken away. */
  onTyped?: () => void
  children: (form: ModuleForm) => ReactNode
}

/** What is said of the draft; that it is kept only when it is. */
const draftNotes = {
  none: undefined,
  saving: undefined,
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

/**
 * The form of something of the person's own: over what they saw of it, kept as it is typed, handed to the outbox, and
 * with what the server refused at its fields.
 */
export function ParticipantForm(props: OwnFormProps) {
  // What was to make a row that another device has made by then lies in the form like letters that were typed before it.
  return <FormOver key={findOvertaken(props.thing)?.id} {...props} />
}

function FormOver(props: OwnFormProps) {
  const { module, thing, formPath, titleOf, onSent, onTyped } = props
  const draft = draftOver(props)
  const { t } = useTranslation('after-approval')
  const sending = useSubmission()
  const form = useSettledForm(props)
  const isFilled = useFormDraft(form, draft)
  const { entry } = thing
  const [refused, setRefused] = useState<OutboxEntry>()
  useRefusal(form, isFilled, entry)
  const isTyped = isFilled && Object.keys(form.typed).length > 0
  useEffect(() => {
    if (isTyped) onTyped?.()
    // oxlint-disable-next-line react/exhaustive-deps -- told once
  }, [isTyped])
  if (!isFilled) return <SkeletonLines lines={6} />
  const submit = async () => {
    if (!form.check()) return
    setRefused(undefined)
    const words = { module, formPath, title: titleOf(form.values) }
    const sent = await sending.send(() => submitParticipantForm(form, thing, words))
    if (!sent) return
    // Where the device keeps nothing it was sent at once: then this form is the only place that it lies in.
    if (sent.entry?.state === 'rejected') {
      setRefused(sent.entry)
      form.refuse(sent.entry.problems ?? [])
      return
    }
    // The person has read that it is kept: what was typed goes after it.
    onSent()
    void draft.drop()
  }
  // Of what was just kept its foot tells.
  const isOld = entry?.state === 'done' || entry?.id === sending.state().kept?.id
  const told = refused ?? (isOld ? undefined : entry)
  const note = draftNotes[draft.state]
  return (
    <Form form={form} label={props.label} onSubmit={() => void submit()}>
      {told && <EntryStatus entry={told} />}
      {props.children(form)}
      <SubmitFooter sending={sending} label={props.sendLabel} onBack={props.onBack} note={note && t(note)} />
    </Form>
  )
}

/** The form with what one choice takes away from another. */
function useSettledForm({ shape, fields, thing, settle }: OwnFormProps): ModuleForm {
  const original = toFormBase(thing)
  const form = useModuleForm(shape, {
    fields,
    values: findOvertaken(thing)?.body ?? {},
    ...(original && { original }),
  })
  if (!settle) return form
  return {
    ...form,
    set: (key, value) => {
      for (const [name, settled] of Object.entries(settle(form.values, key, value))) form.set(name, settled)
    },
  }
}

/** The draft; one that was typed over what another device overtook was typed over no row. */
function draftOver({ draft, thing }: OwnFormProps): Draft<Values> {
  const { saved } = draft
  if (!saved || !findOvertaken(thing)) return draft
  const { version: _version, ...typed } = saved
  return { ...draft, saved: typed }
}

/** What the server refused, at its fields, once for each refusal. */
function useRefusal({ refuse }: ModuleForm, isFilled: boolean, entry: OutboxEntry | undefined): void {
  const problems = entry?.state === 'rejected' ? entry.problems : undefined
  const id = entry?.id
  useEffect(() => {
    if (isFilled && problems) refuse(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal: what is mended stays so
  }, [isFilled, id, problems])
}
