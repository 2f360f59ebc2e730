import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findFieldByPath } from '#contract/form/form-shape.ts'
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

interface SendingParts {
  kind: RegistrationKind
  form: ModuleForm
  steps: RegistrationKind['steps']
  step: Exclude<Step, 'mobile'>
  go: (step: Step) => void
  row: RegistrationRow | undefined
  /** What was sent about the registration before. */
  about: readonly OutboxEntry[]
  /** False until the draft stands in the form. */
  isFilled: boolean
}

/** Sends the form, and leads to the first field that is wrong: as the form finds it, or as the server refused it. */
export function useSubmitRegistration(parts: SendingParts) {
  const { kind, form, steps, step, go, row, about, isFilled } = parts
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const refused = findRejectedEntry(about, row === undefined)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const [unkept, setUnkept] = useState<NotStoredError>()
  const [faulty, setFaulty] = useState<FormStep>()
  const stepOf = ({ path }: { path: string }): FormStep | undefined =>
    steps.find(({ fields }) => fields.includes(findFieldByPath(path)))?.step
  const lead = (problems: readonly { path: string }[]): boolean => {
    const place = problems.map(stepOf).find(Boolean)
    if (!place) return false
    setFaulty(place)
    if (place !== step) go(place)
    return true
  }

  useEffect(() => {
    if (!isFilled || !refused) return
    const problems = listOpenIssues(refused, form)
    form.refuse(problems)
    if (step === 'review') lead(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- told once for each refusal
  }, [isFilled, refused?.id])

  // Mistakes are told at their fields, once these are there.
  useEffect(() => {
    if (faulty === undefined || faulty !== step) return
    setFaulty(undefined)
    form.check(steps.find((one) => one.step === step)?.fields)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each step that was led to
  }, [faulty, step])

  const send = async () => {
    if (isBusy.current || lead([...form.faults, ...form.problems]) || !form.check()) return
    isBusy.current = true
    setUnkept(undefined)
    setSending(true)
    try {
      const sent = await submitRegistration(outbox, kind, form, {
        title: row ? t('send.changes') : t(`kinds.${kind.name}`),
        row,
        about,
        refused,
      })
      if (!sent) await navigate({ to: MyCenter })
      else if (sent.state === 'rejected') {
        form.refuse(toFieldIssues(sent))
        lead(toFieldIssues(sent))
      } else
        await navigate({
          to: '/register/success',
          search: { kind: kind.name },
          state: setLastSubmission(sent),
        })
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error
      setUnkept(error)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  return { send, isSending, unkept }
}
