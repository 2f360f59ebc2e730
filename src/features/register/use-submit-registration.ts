import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldName } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#features/forms'
import { MyCenter } from '#lib/route-paths.ts'
import { discardEntry, NotStoredError, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import type { FormStep, Step } from './steps.ts'
import type { RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { toFieldIssues, findRejectedEntry, listOpenIssues } from './rejections.ts'
import { submitRegistration } from './submit-registration.ts'
import { setLastSubmission } from './last-submission.ts'

const outbox = { submit, revise: reviseEntry, discard: discardEntry }

interface UseSubmitRegistrationOptions {
  kind: RegistrationKind
  form: ModuleForm
  steps: RegistrationKind['steps']
  step: Exclude<Step, 'mobile'>
  go: (step: Step) => void
  row: RegistrationRow | undefined
  /** Earlier outbox entries of the registration. */
  about: readonly OutboxEntry[]
  /** False until the draft is in the form. */
  isFilled: boolean
}

/** Returns `send`, which submits the form and moves to the first field with an issue, from the form or the server. */
export function useSubmitRegistration(options: UseSubmitRegistrationOptions) {
  const { kind, form, steps, step, go, row, about, isFilled } = options
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const rejected = findRejectedEntry(about, row === undefined)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const [storageError, setStorageError] = useState<NotStoredError>()
  const [stepWithIssues, setStepWithIssues] = useState<FormStep>()
  const findStep = ({ path }: { path: string }): FormStep | undefined =>
    steps.find(({ fields }) => fields.includes(getFieldName(path)))?.step
  const goToIssue = (issues: readonly { path: string }[]): boolean => {
    const target = issues.map(findStep).find(Boolean)
    if (!target) return false
    setStepWithIssues(target)
    if (target !== step) go(target)
    return true
  }

  useEffect(() => {
    if (!isFilled || !rejected) return
    const issues = listOpenIssues(rejected, form)
    form.showServerIssues(issues)
    if (step === 'review') goToIssue(issues)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejected entry
  }, [isFilled, rejected?.id])

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
      const sent = await submitRegistration(outbox, kind, form, {
        title: row ? t('send.changes') : t(`kinds.${kind.name}`),
        row,
        about,
        rejected,
      })
      if (!sent) await navigate({ to: MyCenter })
      else if (sent.state === 'rejected') {
        form.showServerIssues(toFieldIssues(sent))
        goToIssue(toFieldIssues(sent))
      } else
        await navigate({
          to: '/register/success',
          search: { kind: kind.name },
          state: setLastSubmission(sent),
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
