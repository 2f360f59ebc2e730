import { needsDecision, type OutboxEntry } from '#outbox/index.ts'

/** What is to be done so that an application is none any more. */
export interface Withdrawal {
  /** Entries that are put away, with all that wait for them. */
  discard: readonly string[]
  /** An entry that is sent after all: only the server knows whether it had it before. */
  resend?: string
  /** The server has to hear of it. */
  isSent: boolean
}

/**
 * How an application is taken back. What the server never saw is put away here, and nobody needs to hear of it; what it
 * may have seen is withdrawn there, after all that is on its way. What waits for the person would hold that up for ever.
 */
export function planWithdrawal({
  row,
  open,
}: {
  row: object | undefined
  open: readonly OutboxEntry[]
}): Withdrawal {
  const create = row ? undefined : open.find(({ deed }) => deed.kind === 'create')
  if (create && (create.state === 'rejected' || !create.isTried))
    return { discard: [create.id], isSent: false }
  const stuck = open.find((entry) => entry !== create && needsDecision(entry))
  return {
    discard: stuck ? [stuck.id] : [],
    ...(create?.state === 'expired' && { resend: create.id }),
    isSent: true,
  }
}
