import { useSyncExternalStore, type ReactNode } from 'react'
import { FormFooter } from '#features/forms'
import { EntryStatus, NotStoredNotice } from '#outbox/index.ts'
import type { Sending } from './use-sending.ts'

/**
 * The foot of a form that goes to the outbox: its button, and in that place that it is kept, or over it why it could not
 * be. It is drawn by itself, since a long form takes a slow phone longer than the disk does.
 */
export function SendFooter({
  sending,
  ...footer
}: {
  sending: Sending
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
