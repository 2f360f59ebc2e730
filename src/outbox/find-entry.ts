import { decisionStates, type OutboxEntry } from './entry.ts'

/**
 * The newest entry about a module, or about one of its rows; where that one waits for another that needs the person, the
 * one that needs the person.
 * @param entries of one person, the newest last
 */
export function findLatestEntry(
  entries: readonly OutboxEntry[],
  module: string,
  entityId?: string,
): OutboxEntry | undefined {
  const about = entries.filter((entry) => entry.module === module && isOfRow(entry, entityId))
  const newest = about.at(-1)
  if (!newest?.isBlocked) return newest
  return (
    about.findLast((entry) => decisionStates.has(entry.state) && isOfRow(entry, newest.entityId)) ?? newest
  )
}

const isOfRow = ({ entityId, serverRef }: OutboxEntry, id: string | undefined): boolean =>
  id === undefined || entityId === id || serverRef?.id === id
