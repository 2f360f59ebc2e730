import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, FormFooter, useFormDraft, useModuleForm, fieldOfPath } from '#features/forms'
import { NotStored, NotStoredNote, useDraft, useEntryOf } from '#outbox/index.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { Screen } from '#ui/Screen.tsx'
import type { FormStep, Step } from './addresses.ts'
import { editableSteps, sensitiveFields, type RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './own-registration.ts'
import { FormWaiting } from './FormWaiting.tsx'
import { Review } from './Review.tsx'
import { sendRegistration } from './send-registration.ts'
import { StepFields } from './StepFields.tsx'
import { StepHead } from './StepHead.tsx'
import { useChoices } from './use-choices.ts'

/** What is said of the draft; that it is kept only when it is. */
const draftWords = {
  none: 'draft.none',
  saving: 'draft.saving',
  saved: 'draft.saved',
  not_stored: 'draft.notStored',
} as const

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
  const choices = useChoices()
  const mayAttend = row ? row['attend_opening_ceremony_status'] === true : choices.mayAttendCeremony
  const form = useModuleForm(kind.definition, {
    fields,
    related: choices.related,
    ...(row && { original: row }),
    // A choice of before that is closed by now could be neither seen nor taken back.
    context: { attend_opening_ceremony_status: mayAttend, ...(!mayAttend && { opening_ceremony: false }) },
  })
  const draft = useDraft<Values>(row ? `${kind.definition.name} ${row.id}` : kind.definition.name, {
    sensitive: sensitiveFields,
  })
  const isFilled = useFormDraft(form, draft)
  const entry = useEntryOf(kind.definition.name, row?.id)
  const refused = entry?.state === 'rejected' ? entry : undefined
  const [isSending, setSending] = useState(false)
  const sending = useRef(false)
  const [unkept, setUnkept] = useState<NotStored>()
  const [faulty, setFaulty] = useState<FormStep>()
  const all = [...steps.map(({ step }) => step), 'review' as const]
  const step = all.includes(wanted) ? wanted : (all[0] ?? 'review')
  const number = all.indexOf(step) + 1
  const go = (to: Step) => void navigate({ to: kind.path, search: { step: to } })
  const stepOf = (field: string): FormStep | undefined =>
    steps.find((one) => one.fields.includes(field))?.step

  useEffect(() => {
    if (!isFilled || !refused?.problems) return
    form.refuse(refused.problems)
    const place = refused.problems.map(({ path }) => stepOf(fieldOfPath(path))).find(Boolean)
    if (place && step === 'review') go(place)
    // oxlint-disable-next-line react/exhaustive-deps -- told once for each refusal
  }, [isFilled, refused?.id])

  // Mistakes that the review found are told at their fields, once these are there.
  useEffect(() => {
    if (faulty === undefined || faulty !== step) return
    setFaulty(undefined)
    form.check(steps.find((one) => one.step === step)?.fields)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each step that was led to
  }, [faulty, step])

  if (!isFilled) return <FormWaiting />
  const send = async () => {
    if (sending.current) return
    const place = form.faults.map(({ path }) => stepOf(fieldOfPath(path))).find(Boolean)
    if (place) {
      setFaulty(place)
      go(place)
      return
    }
    if (!form.check()) return
    sending.current = true
    setUnkept(undefined)
    setSending(true)
    try {
      await sendRegistration(kind, form, { title: t(`kinds.${kind.name}`), row, refused })
      await navigate({ to: '/register/success', search: { kind: kind.name } })
    } catch (error) {
      if (!(error instanceof NotStored)) throw error
      setUnkept(error)
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const shown = steps.find((one) => one.step === step)?.fields ?? []
  const next = () => {
    if (step === 'review') void send()
    else if (form.check(shown)) go(all[number] ?? 'review')
  }
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
      >
        {step === 'review' ? (
          <Review kind={kind} form={form} steps={steps} choices={choices} onChange={go} />
        ) : (
          <StepFields
            step={step}
            fields={shown}
            form={form}
            choices={{ ...choices, mayAttendCeremony: mayAttend }}
          />
        )}
        {unkept && <NotStoredNote error={unkept} />}
        <FormFooter
          label={label}
          isBusy={isSending}
          onBack={number > 1 ? () => go(all[number - 2] ?? 'who') : undefined}
          note={t(draftWords[draft.state])}
        />
      </Form>
    </Screen>
  )
}
