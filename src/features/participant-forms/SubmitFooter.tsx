import { useSyncExternalStore, type ReactNode } from 'react'
import { FormFooter } from '#features/forms'
import { EntryStatus, NotStoredNotice } from '#outbox/index.ts'
import type { SubmissionStore } from './use-submission.ts'

/**
 * The foot of a form that goes to the outbox: its button, and in that place that it is kept, or over it why it could not
 * be. It is drawn by itself, since a long form takes a slow phone longer than the disk does.
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
  const { isBusy, failure, kept } = useSyncExternalStore(sending.subscribe, sending.state)
  return (
    <>
      {failure !== undefined && <NotStoredNotice error={failure} />}
      <FormFooter {...footer} isBusy={isBusy} outcome={kept && <EntryStatus entry={kept} />} />
    </>
  )
}
