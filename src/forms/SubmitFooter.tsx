import { useSyncExternalStore, type ReactNode } from 'react'
import { FormFooter } from './FormFooter.tsx'
import { EntryStatus, NotStoredNotice } from '#outbox/index.ts'
import type { SubmissionStore } from './use-submission.ts'

/** Footer of a form: the submit button, or the confirmation that replaces it, and above them a storage error.
 * It subscribes to the submission itself, so that a state change does not render a long form again.
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
