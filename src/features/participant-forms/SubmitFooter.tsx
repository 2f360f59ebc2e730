import { useSyncExternalStore, type ReactNode } from 'react'
import { FormFooter } from '#features/forms'
import { EntryStatus, NotStoredNotice } from '#outbox/index.ts'
import type { SubmissionStore } from './use-submission.ts'

/**
 * Footer of a form: its button, the confirmation in its place, or above it the error.
 * It renders by itself, because on a slow phone a long form renders slower than the disk writes.
 */
export function SubmitFooter({
  sending,
  ...footer
}: {
  sending: SubmissionStore
  label: string
  onBack?: (() => void) | undefined
  note?: ReactNode
}) {
  const { isBusy, failure, stored } = useSyncExternalStore(sending.subscribe, sending.state)
  return (
    <>
      {failure !== undefined && <NotStoredNotice error={failure} />}
      <FormFooter {...footer} isBusy={isBusy} result={stored && <EntryStatus entry={stored} />} />
    </>
  )
}
