import { useSelector } from '@tanstack/react-store'
import { useEffect, useState, type ReactNode } from 'react'
import { FormFooter } from './FormFooter.tsx'
import { EntryStatus, NotStoredNotice } from '#outbox/index.ts'
import type { FormSubmission } from './use-submission.ts'

/** Delay before the button shows progress, in milliseconds. Even slow phones store within it. */
const busyAfterMs = 250

/**
 * Footer of a form: the submit button, or the confirmation that replaces it, and above them a storage error. It
 * subscribes to the submission itself, so that a state change does not render a long form again.
 */
export function SubmitFooter({
  submission,
  ...footer
}: {
  /** Created with `confirmsInFooter`. */
  submission: Pick<FormSubmission, 'store'>
  label: string
  onBack?: (() => void) | undefined
  note?: ReactNode
}) {
  const state = useSelector(submission.store)
  const isBusy = useIsTrueSince(state.kind === 'saving', busyAfterMs)
  const failure = state.kind === 'idle' ? state.failure : undefined
  return (
    <>
      {failure !== undefined && <NotStoredNotice error={failure} />}
      <FormFooter
        {...footer}
        isBusy={isBusy}
        result={state.kind === 'saved' && <EntryStatus entry={state.entry} />}
      />
    </>
  )
}

/** Returns whether a condition is true, and was so for this long. */
function useIsTrueSince(isTrue: boolean, durationMs: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isTrue) return undefined
    const timer = setTimeout(() => setLong(true), durationMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isTrue, durationMs])
  return isTrue && isLong
}
