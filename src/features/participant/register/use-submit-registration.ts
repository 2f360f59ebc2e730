import { useNavigate } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldName } from '#contract/form/form-shape.ts'
import { useSubmission, type ModuleForm } from '#forms/index.ts'
import { MyCenter } from '#platform/routing.ts'
import { NotStoredError, save, type OutboxEntry } from '#outbox/index.ts'
import type { FormStep, Step } from './steps.ts'
import type { RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { toFieldIssues, findRejectedEntry, listOpenIssues } from './rejections.ts'
import { submitRegistration } from './submit-registration.ts'
import { toNavigationState } from './last-submission.ts'

interface UseSubmitRegistrationOptions {
  kind: RegistrationKind
  form: ModuleForm
  /** The steps of the kind, without those whose fields can no longer be changed (`listEditableSteps`). */
  steps: RegistrationKind['steps']
  /** The step on screen. */
  step: Exclude<Step, 'mobile'>
  goToStep: (step: Step) => void
  /** The registration being changed; undefined for a new one. */
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
  const submission = useSubmission()
  const state = useSelector(submission.store)
  /** The step that was opened for its issues, until they show at their fields. */
  const [stepWithIssues, setStepWithIssues] = useState<FormStep>()
  const findStep = ({ path }: { path: string }): FormStep | undefined =>
    steps.find(({ fields }) => fields.includes(getFieldName(path)))?.step
  /** Opens the first step with one of the issues. @returns false when no step has one */
  const goToIssue = (issues: readonly { path: string }[]): boolean => {
    const stepToOpen = issues.map(findStep).find(Boolean)
    if (!stepToOpen) return false
    setStepWithIssues(stepToOpen)
    if (stepToOpen !== step) goToStep(stepToOpen)
    return true
  }

  // Shows the issues of an earlier submission that the server rejected, and opens their step from the summary.
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
    // `issues` also has the server's, which `allIssues` lacks.
    if (state.kind === 'saving' || goToIssue([...form.allIssues, ...form.issues]) || !form.check()) return
    const result = await submission.send(async () => {
      const lastEntry = await submitRegistration(save, kind, form, {
        title: row ? t('send.changes') : t(`kinds.${kind.name}`),
        row,
        registrationEntries,
        rejected,
      })
      // There was nothing to send.
      if (!lastEntry) await navigate({ to: MyCenter })
      else if (lastEntry.state !== 'rejected')
        await navigate({
          to: '/register/success',
          search: { kind: kind.name },
          state: toNavigationState(lastEntry),
        })
      return { entry: lastEntry }
    })
    if (result?.kind === 'refused') {
      form.showServerIssues(toFieldIssues(result.entry))
      goToIssue(toFieldIssues(result.entry))
    }
    if (result?.kind === 'idle' && !(result.failure instanceof NotStoredError)) throw result.failure
  }
  const failure = state.kind === 'idle' ? state.failure : undefined
  return {
    send,
    isSending: state.kind === 'saving',
    storageError: failure instanceof NotStoredError ? failure : undefined,
  }
}
