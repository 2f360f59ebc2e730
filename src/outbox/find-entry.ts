import { decisionStates, type OutboxEntry } from './entry.ts'

/**
 * Finds the newest entry about a module, receipts included, or about one of its rows. When that entry is blocked by one that needs a
 * decision, returns the one that needs the decision.
 * @param entries of one user, the newest last
 */
export function findLatestEntry(
  entries: readonly OutboxEntry[],
  module: string,
  entityId?: string,
): OutboxEntry | undefined {
  const matching = entries.filter((entry) => entry.module === module && isAboutRow(entry, entityId))
  const newest = matching.at(-1)
  if (!newest?.isBlocked) return newest
  return (
    matching.findLast((entry) => decisionStates.has(entry.state) && isAboutRow(entry, newest.entityId)) ??
    newest
  )
}

const isAboutRow = ({ entityId, serverRef }: OutboxEntry, id: string | undefined): boolean =>
  id === undefined || entityId === id || serverRef?.id === id
