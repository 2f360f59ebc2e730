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
import { findRejectedEntry, valuesOf } from './rejections.ts'
import { SummaryStep, Shown } from './SummaryStep.tsx'
import { StepFields } from './StepFields.tsx'
import { StepHead } from './StepHead.tsx'
import { useRegistrationOptions, type RegistrationOptions } from './use-registration-options.ts'
import { useRegistrationDraft } from './use-registration-draft.ts'
import { useSubmitRegistration } from './use-submit-registration.ts'

const ConflictPage = lazy(() => import('./ConflictPage.tsx'))

/** What is said of the draft; that it is kept only when it is. */
const draftWords = {
  none: 'draft.none',
  saving: 'draft.saving',
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

/** Without it, as on plain http, what is sensitive is left out of the draft. */
const canSeal = 'crypto' in globalThis && 'subtle' in crypto

interface RegistrationFormProps {
  kind: RegistrationKind
  step: Exclude<Step, 'mobile'>
  /** The registration that is changed; absent for a new one. */
  row?: RegistrationRow | undefined
}

/** The form in its steps, over one draft. Back and forward of the browser go through the steps. */
export function RegistrationForm({ kind, step: wanted, row }: RegistrationFormProps) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const steps = editableSteps(kind, row?.status)
  const fields = steps.flatMap((one) => one.fields)
  const { form, choices, mayAttend, about } = useStartedForm(kind, fields, row)
  const draft = useRegistrationDraft(kind, row?.id)
  const isFilled = useFormDraft(form, draft)
  const all = [...steps.map(({ step }) => step), 'review' as const]
  const step = all.includes(wanted) ? wanted : (all[0] ?? 'review')
  const number = all.indexOf(step) + 1
  const go = (to: Step) => void navigate({ to: kind.path, search: { step: to } })
  const { send, isSending, unkept } = useSubmitRegistration({
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
  const shown = steps.find((one) => one.step === step)?.fields ?? []
  const next = () => {
    if (step === 'review') void send()
    else if (form.check(shown)) go(all[number] ?? 'review')
  }
  const describe = (field: string, value: unknown) => (
    <Shown field={kind.definition.fields[field]} value={value} choices={choices} />
  )
  // The mobile came before them, unless the registration is there already.
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
        fields={step === 'review' ? fields : shown}
        onSubmit={next}
        label={t(`steps.${step}.heading`)}
        describe={describe}
      >
        <StepContent
          kind={kind}
          form={form}
          steps={steps}
          step={step}
          choices={{ ...choices, mayAttendCeremony: mayAttend }}
          original={row}
          onChange={go}
        />
        {unkept && <NotStoredNotice error={unkept} />}
        <FormFooter
          label={label}
          isBusy={isSending}
          onBack={number > 1 ? () => go(all[number - 2] ?? 'who') : undefined}
          note={t(draft.state === 'saved' && !canSeal ? 'draft.savedPartly' : draftWords[draft.state])}
        />
      </Form>
    </Screen>
  )
}

/** The form over the registration, with what was refused of it before, and what can be chosen in it. */
function useStartedForm(
  { definition }: RegistrationKind,
  fields: readonly string[],
  row: RegistrationRow | undefined,
) {
  const choices = useRegistrationOptions()
  // Not known yet is not closed: what was ticked before stays, and the server decides.
  const mayAttend = row ? row['attend_opening_ceremony_status'] === true : choices.mayAttendCeremony
  const { name } = definition
  const entries = useEntries()
  const about = row ? findRowEntries(entries, name, row) : entries.filter(({ module }) => module === name)
  const refused = findRejectedEntry(about, row === undefined)
  const form = useModuleForm(definition, {
    fields,
    related: choices.related,
    values: refused ? valuesOf(refused) : {},
    ...(row && { original: row }),
    // A choice of before that is closed by now could be neither seen nor taken back.
    context: {
      attend_opening_ceremony_status: mayAttend !== false,
      ...(mayAttend === false && { opening_ceremony: false }),
    },
  })
  return { form, choices, mayAttend, about }
}

/** The questions of a step, or all that was answered. */
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
