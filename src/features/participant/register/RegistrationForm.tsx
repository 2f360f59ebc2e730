import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import {
  Form,
  FormFooter,
  useFormDraft,
  useModuleForm,
  type ModuleForm,
  FieldFrame,
  FormField,
} from '#forms/index.ts'
import { findRowEntries, NotStoredNotice, useEntries, useDraft, type Draft } from '#outbox/index.ts'
import { Screen } from '#ui/Screen.tsx'
import type { Step, FormStep } from './steps.ts'
import { listEditableSteps, type RegistrationKind, getDraftName, sensitiveFields } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { FormLoading, StepHead } from './StepHead.tsx'
import { findRejectedEntry, getEntryValues } from './rejections.ts'
import { SummaryStep, AnswerValue } from './SummaryStep.tsx'
import { useRegistrationOptions, type RegistrationOptions } from './use-registration-options.ts'
import { useSubmitRegistration } from './use-submit-registration.ts'
import { ProgrammeFields } from './ProgrammeFields.tsx'
import { PhotoControl } from './photo/PhotoControl.tsx'
import { PhotoExamples } from './photo/PhotoExamples.tsx'

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
  const steps = listEditableSteps(kind, row?.status)
  const fields = steps.flatMap((one) => one.fields)
  const { form, options, canAttendCeremony, registrationEntries } = useRegistrationForm(kind, fields, row)
  const draft = useRegistrationDraft(kind, row?.id)
  const isDraftLoaded = useFormDraft(form, draft)
  const allSteps = [...steps.map(({ step }) => step), 'review' as const]
  const step = allSteps.includes(requestedStep) ? requestedStep : (allSteps[0] ?? 'review')
  const stepNumber = allSteps.indexOf(step) + 1
  const goToStep = (to: Step) => void navigate({ to: kind.path, search: { step: to } })
  const { send, isSending, storageError } = useSubmitRegistration({
    kind,
    form,
    steps,
    step,
    goToStep,
    row,
    registrationEntries,
    isDraftLoaded,
  })
  const conflict = row && registrationEntries.find(({ state }) => state === 'conflict')

  if (!isDraftLoaded) return <FormLoading />
  if (conflict)
    return (
      <Suspense fallback={<FormLoading />}>
        <ConflictPage kind={kind} entry={conflict} dropDraft={draft.drop} />
      </Suspense>
    )
  const stepFields = steps.find((one) => one.step === step)?.fields ?? []
  const submitStep = () => {
    if (step === 'review') void send()
    // The number counts from 1, so it is the index of the next step.
    else if (form.check(stepFields)) goToStep(allSteps[stepNumber] ?? 'review')
  }
  const formatValue = (field: string, value: unknown) => (
    <AnswerValue field={kind.definition.fields[field]} value={value} options={options} />
  )
  // A new registration starts with the mobile step, which is not in this form but is counted.
  const mobileStepCount = row ? 0 : 1
  const label = step === 'review' ? t(row ? 'send.again' : 'send.first') : t('next')
  return (
    <Screen>
      <StepHead
        title={t(`steps.${step}.heading`)}
        lead={t(`steps.${step}.lead`)}
        number={stepNumber + mobileStepCount}
        count={allSteps.length + mobileStepCount}
      />
      <Form
        form={form}
        fields={step === 'review' ? fields : stepFields}
        onSubmit={submitStep}
        label={t(`steps.${step}.heading`)}
        formatValue={formatValue}
      >
        <StepContent
          kind={kind}
          form={form}
          steps={steps}
          step={step}
          options={{ ...options, canAttendCeremony }}
          original={row}
          onChangeStep={goToStep}
        />
        {storageError && <NotStoredNotice error={storageError} />}
        <FormFooter
          label={label}
          isBusy={isSending}
          onBack={stepNumber > 1 ? () => goToStep(allSteps[stepNumber - 2] ?? 'who') : undefined}
          note={t(draft.state === 'saved' && !canSeal ? 'draft.savedPartly' : draftLabelKeys[draft.state])}
        />
      </Form>
    </Screen>
  )
}

/** Creates the form from the registration, the values of a rejected submission and what can be chosen. */
function useRegistrationForm(
  { definition }: RegistrationKind,
  fields: readonly string[],
  row: RegistrationRow | undefined,
) {
  const options = useRegistrationOptions()
  // An existing registration has a copy of the setting. For a new one the setting counts. While that is unknown, the
  // field shows and the server decides.
  const canAttendCeremony = row ? row['attend_opening_ceremony_status'] === true : options.canAttendCeremony
  const { name } = definition
  const entries = useEntries()
  const registrationEntries = row
    ? findRowEntries(entries, name, row)
    : entries.filter(({ module }) => module === name)
  const rejected = findRejectedEntry(registrationEntries, row === undefined)
  const form = useModuleForm(definition, {
    fields,
    related: options.related,
    values: rejected ? getEntryValues(rejected) : {},
    ...(row && { original: row }),
    // When the ceremony has closed, its field is hidden, so the user could not clear an earlier choice.
    context: {
      attend_opening_ceremony_status: canAttendCeremony !== false,
      ...(canAttendCeremony === false && { opening_ceremony: false }),
    },
  })
  return { form, options, canAttendCeremony, registrationEntries }
}

/** Shows the fields of a step, or the summary of all answers. */
function StepContent({
  kind,
  form,
  steps,
  step,
  options,
  original,
  onChangeStep,
}: {
  kind: RegistrationKind
  form: ModuleForm
  steps: RegistrationKind['steps']
  step: RegistrationFormProps['step']
  options: RegistrationOptions
  /** The registration being changed. */
  original: RegistrationRow | undefined
  /** Called when the user returns from the summary to a step. */
  onChangeStep: (step: Step) => void
}) {
  if (step === 'review')
    return <SummaryStep kind={kind} form={form} steps={steps} options={options} onChangeStep={onChangeStep} />
  const fields = steps.find((one) => one.step === step)?.fields ?? []
  return <StepFields step={step} fields={fields} form={form} options={options} original={original} />
}

/**
 * Returns the draft of a registration's form. An existing registration without a draft of its own takes over the draft
 * of a new one: the user may have begun it before the registration had loaded.
 */
function useRegistrationDraft(kind: RegistrationKind, rowId: string | undefined): Draft<Values> {
  const rowDraft = useDraft<Values>(getDraftName(kind, rowId), { sensitive: sensitiveFields })
  const newDraft = useDraft<Values>(getDraftName(kind), { sensitive: sensitiveFields })
  /** True once the draft of the new registration has been moved to the existing one. */
  const isMoved = useRef(false)
  const { save: saveRowDraft, drop: dropRowDraft } = rowDraft
  const { drop: dropNewDraft } = newDraft
  const save = useCallback(
    (values: Values) => {
      saveRowDraft(values)
      // The draft of the existing registration has the values from now on.
      if (!isMoved.current) void dropNewDraft()
      isMoved.current = true
    },
    [saveRowDraft, dropNewDraft],
  )
  const drop = useCallback(async () => {
    await Promise.all([dropRowDraft(), dropNewDraft()])
  }, [dropRowDraft, dropNewDraft])
  if (rowId === undefined) return rowDraft
  return {
    ...rowDraft,
    saved: rowDraft.saved ?? newDraft.saved,
    isReady: rowDraft.isReady && newDraft.isReady,
    save,
    drop,
  }
}

/** Values of the `autocomplete` attribute by field. */
const autoCompleteByField: Readonly<Record<string, string>> = {
  realname: 'name',
  country: 'country-name',
  city: 'address-level2',
  company: 'organization',
  position: 'organization-title',
}

/** Shows the fields of one step. */
function StepFields({
  step,
  fields,
  form,
  options,
  original,
}: {
  step: FormStep
  fields: readonly string[]
  form: ModuleForm
  options: RegistrationOptions
  /** The registration being changed. */
  original?: RegistrationRow | undefined
}) {
  const { t } = useTranslation('register')
  if (step === 'choices') return <ProgrammeFields form={form} options={options} />
  if (step === 'photo')
    return (
      <>
        <PhotoExamples />
        <FieldFrame form={form} name="photo" isGroup help={t('photo.help')}>
          {(control) => <PhotoControl {...control} storedPhoto={original?.['photo']} />}
        </FieldFrame>
      </>
    )
  return fields.map((name) => {
    const autoComplete = autoCompleteByField[name]
    return (
      <FormField
        key={name}
        form={form}
        name={name}
        {...(autoComplete !== undefined && { hints: { autoComplete } })}
        {...(name === 'id_number' && { help: t('idHelp') })}
      />
    )
  })
}
