import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, FormFooter, useFormDraft, useModuleForm, type ModuleForm } from '#features/forms'
import { findRowEntries, NotStoredNotice, useEntries } from '#outbox/index.ts'
import { Screen } from '#ui/Screen.tsx'
import type { Step } from './steps.ts'
import { editableSteps, type RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { FormLoading } from './FormLoading.tsx'
import { findRejectedEntry, getEntryValues } from './rejections.ts'
import { SummaryStep, AnswerValue } from './SummaryStep.tsx'
import { StepFields } from './StepFields.tsx'
import { StepHead } from './StepHead.tsx'
import { useRegistrationOptions, type RegistrationOptions } from './use-registration-options.ts'
import { useRegistrationDraft } from './use-registration-draft.ts'
import { useSubmitRegistration } from './use-submit-registration.ts'

const ConflictPage = lazy(() => import('./ConflictPage.tsx'))

/** Locale keys for the state of the draft. */
const draftLabelKeys = {
  none: 'draft.none',
  saving: 'draft.saving',
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

/** Without Web Crypto, as on plain http, the draft leaves out sensitive fields. */
const canSeal = 'crypto' in globalThis && 'subtle' in crypto

interface RegistrationFormProps {
  kind: RegistrationKind
  step: Exclude<Step, 'mobile'>
  /** The registration being changed; absent for a new one. */
  row?: RegistrationRow | undefined
}

/** Shows the form step by step, over one draft. The browser's back and forward buttons move between steps. */
export function RegistrationForm({ kind, step: requestedStep, row }: RegistrationFormProps) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const steps = editableSteps(kind, row?.status)
  const fields = steps.flatMap((one) => one.fields)
  const { form, choices, canAttend, about } = useStartedForm(kind, fields, row)
  const draft = useRegistrationDraft(kind, row?.id)
  const isFilled = useFormDraft(form, draft)
  const all = [...steps.map(({ step }) => step), 'review' as const]
  const step = all.includes(requestedStep) ? requestedStep : (all[0] ?? 'review')
  const number = all.indexOf(step) + 1
  const go = (to: Step) => void navigate({ to: kind.path, search: { step: to } })
  const { send, isSending, storageError } = useSubmitRegistration({
    kind,
    form,
    steps,
    step,
    go,
    row,
    about,
    isFilled,
  })
  const conflict = row && about.find(({ state }) => state === 'conflict')

  if (!isFilled) return <FormLoading />
  if (conflict)
    return (
      <Suspense fallback={<FormLoading />}>
        <ConflictPage kind={kind} entry={conflict} dropDraft={draft.drop} />
      </Suspense>
    )
  const stepFields = steps.find((one) => one.step === step)?.fields ?? []
  const next = () => {
    if (step === 'review') void send()
    else if (form.check(stepFields)) go(all[number] ?? 'review')
  }
  const describe = (field: string, value: unknown) => (
    <AnswerValue field={kind.definition.fields[field]} value={value} choices={choices} />
  )
  // The mobile step comes first, except when the registration exists already.
  const shift = row ? 0 : 1
  const label = step === 'review' ? t(row ? 'send.again' : 'send.first') : t('next')
  return (
    <Screen>
      <StepHead
        title={t(`steps.${step}.heading`)}
        lead={t(`steps.${step}.lead`)}
        number={number + shift}
        count={all.length + shift}
      />
      <Form
        form={form}
        fields={step === 'review' ? fields : stepFields}
        onSubmit={next}
        label={t(`steps.${step}.heading`)}
        describe={describe}
      >
        <StepContent
          kind={kind}
          form={form}
          steps={steps}
          step={step}
          choices={{ ...choices, canAttendCeremony: canAttend }}
          original={row}
          onChange={go}
        />
        {storageError && <NotStoredNotice error={storageError} />}
        <FormFooter
          label={label}
          isBusy={isSending}
          onBack={number > 1 ? () => go(all[number - 2] ?? 'who') : undefined}
          note={t(draft.state === 'saved' && !canSeal ? 'draft.savedPartly' : draftLabelKeys[draft.state])}
        />
      </Form>
    </Screen>
  )
}

/** Creates the form state from the registration, the values of a rejected submission and the available choices. */
function useStartedForm(
  { definition }: RegistrationKind,
  fields: readonly string[],
  row: RegistrationRow | undefined,
) {
  const choices = useRegistrationOptions()
  // While the answer is unknown, an earlier tick stays and the server decides.
  const canAttend = row ? row['attend_opening_ceremony_status'] === true : choices.canAttendCeremony
  const { name } = definition
  const entries = useEntries()
  const about = row ? findRowEntries(entries, name, row) : entries.filter(({ module }) => module === name)
  const rejected = findRejectedEntry(about, row === undefined)
  const form = useModuleForm(definition, {
    fields,
    related: choices.related,
    values: rejected ? getEntryValues(rejected) : {},
    ...(row && { original: row }),
    // A choice that has closed since is hidden: the user could not clear it.
    context: {
      attend_opening_ceremony_status: canAttend !== false,
      ...(canAttend === false && { opening_ceremony: false }),
    },
  })
  return { form, choices, canAttend, about }
}

/** Shows the fields of a step, or the summary of all answers. */
function StepContent({
  kind,
  form,
  steps,
  step,
  choices,
  original,
  onChange,
}: {
  kind: RegistrationKind
  form: ModuleForm
  steps: RegistrationKind['steps']
  step: RegistrationFormProps['step']
  choices: RegistrationOptions
  original: RegistrationRow | undefined
  onChange: (step: Step) => void
}) {
  if (step === 'review')
    return <SummaryStep kind={kind} form={form} steps={steps} choices={choices} onChange={onChange} />
  const fields = steps.find((one) => one.step === step)?.fields ?? []
  return <StepFields step={step} fields={fields} form={form} choices={choices} original={original} />
}
