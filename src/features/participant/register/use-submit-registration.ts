import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldName } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#forms/index.ts'
import { MyCenter } from '#platform/routing.ts'
import { NotStoredError, save, type OutboxEntry } from '#outbox/index.ts'
import type { FormStep, Step } from './steps.ts'
import type { RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { toFieldIssues, findRejectedEntry, listOpenIssues } from './rejections.ts'
import { submitRegistration } from './submit-registration.ts'
import { setLastSubmission } from './last-submission.ts'

interface UseSubmitRegistrationOptions {
  kind: RegistrationKind
  form: ModuleForm
  steps: RegistrationKind['steps']
  step: Exclude<Step, 'mobile'>
  goToStep: (step: Step) => void
  row: RegistrationRow | undefined
  /** Earlier outbox entries of the registration. */
  registrationEntries: readonly OutboxEntry[]
  /** False until the draft is in the form. */
  isDraftLoaded: boolean
}

/** Returns `send`, which submits the form and moves to the first field with an issue, from the form or the server. */
export function useSubmitRegistration(options: UseSubmitRegistrationOptions) {
  const { kind, form, steps, step, goToStep, row, registrationEntries, isDraftLoaded } = options
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const rejected = findRejectedEntry(registrationEntries, row === undefined)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const [storageError, setStorageError] = useState<NotStoredError>()
  const [stepWithIssues, setStepWithIssues] = useState<FormStep>()
  const findStep = ({ path }: { path: string }): FormStep | undefined =>
    steps.find(({ fields }) => fields.includes(getFieldName(path)))?.step
  const goToIssue = (issues: readonly { path: string }[]): boolean => {
    const stepToOpen = issues.map(findStep).find(Boolean)
    if (!stepToOpen) return false
    setStepWithIssues(stepToOpen)
    if (stepToOpen !== step) goToStep(stepToOpen)
    return true
  }

  useEffect(() => {
    if (!isDraftLoaded || !rejected) return
    const issues = listOpenIssues(rejected, form)
    form.showServerIssues(issues)
    if (step === 'review') goToIssue(issues)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejected entry
  }, [isDraftLoaded, rejected?.id])

  // The issues show at their fields once that step is rendered.
  useEffect(() => {
    if (stepWithIssues === undefined || stepWithIssues !== step) return
    setStepWithIssues(undefined)
    form.check(steps.find((one) => one.step === step)?.fields)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each step moved to
  }, [stepWithIssues, step])

  const send = async () => {
    if (isBusy.current || goToIssue([...form.allIssues, ...form.issues]) || !form.check()) return
    isBusy.current = true
    setStorageError(undefined)
    setSending(true)
    try {
      const lastEntry = await submitRegistration(save, kind, form, {
        title: row ? t('send.changes') : t(`kinds.${kind.name}`),
        row,
        registrationEntries,
        rejected,
      })
      if (!lastEntry) await navigate({ to: MyCenter })
      else if (lastEntry.state === 'rejected') {
        form.showServerIssues(toFieldIssues(lastEntry))
        goToIssue(toFieldIssues(lastEntry))
      } else
        await navigate({
          to: '/register/success',
          search: { kind: kind.name },
          state: setLastSubmission(lastEntry),
        })
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error
      setStorageError(error)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  return { send, isSending, storageError }
}
