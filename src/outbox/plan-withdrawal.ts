import { decisionStates, type OutboxEntry } from './entry.ts'

/** Steps that withdraw an application. */
export interface Withdrawal {
  /** Entries to discard, with all entries that depend on them. */
  discard: readonly string[]
  /** An entry to send again: only the server knows whether it has received it. */
  resend?: string
  /** True when the withdrawal must be sent to the server. */
  isSent: boolean
}

/**
 * Plans the withdrawal of an application.
 * What the server never received is discarded here. What it may have received is withdrawn there, after all pending
 * entries; entries that need a decision would block the withdrawal for ever, so they are discarded.
 */
export function planWithdrawal({
  row,
  open: unsentEntries,
}: {
  row: object | undefined
  open: readonly OutboxEntry[]
}): Withdrawal {
  const creation = row ? undefined : unsentEntries.find(({ deed }) => deed.kind === 'create')
  if (creation && (creation.state === 'rejected' || !creation.isTried))
    return { discard: [creation.id], isSent: false }
  const blockingEntry = unsentEntries.find((entry) => entry !== creation && decisionStates.has(entry.state))
  return {
    discard: blockingEntry ? [blockingEntry.id] : [],
    ...(creation?.state === 'expired' && { resend: creation.id }),
    isSent: true,
  }
}
