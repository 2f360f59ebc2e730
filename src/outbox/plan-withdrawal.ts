import { decisionStates, type OutboxEntry } from './entry.ts'

/** Steps that withdraw or delete a row of the user. */
export interface Withdrawal {
  /** Ids of entries to discard, with all entries that depend on them. */
  discard: readonly string[]
  /** Id of an expired create to send again: only the server knows whether it has received it. */
  resend?: string
  /** False when the server never received the row, so that discarding its entries is enough. */
  mustSend: boolean
}

/**
 * Plans the withdrawal or deletion of a row.
 * What the server never received is discarded here. What it may have received is withdrawn there, after all pending
 * entries; entries that need a decision would block the withdrawal for ever, so they are discarded.
 */
export function planWithdrawal({
  row,
  unsentEntries,
}: {
  /** The server's row; undefined while the device knows it only from its entries. */
  row: object | undefined
  unsentEntries: readonly OutboxEntry[]
}): Withdrawal {
  const creation = row ? undefined : unsentEntries.find(({ deed }) => deed.kind === 'create')
  if (creation && (creation.state === 'rejected' || !creation.isTried))
    return { discard: [creation.id], mustSend: false }
  const blockingEntry = unsentEntries.find((entry) => entry !== creation && decisionStates.has(entry.state))
  return {
    discard: blockingEntry ? [blockingEntry.id] : [],
    ...(creation?.state === 'expired' && { resend: creation.id }),
    mustSend: true,
  }
}
