import {
  findRowEntries,
  isNewerThanRows,
  listEntriesWithoutRow,
  toOptimisticRow,
  toRowIds,
  type OutboxEntry,
  type OptimisticRow,
} from '#outbox/index.ts'
import { moduleName, type MeetingRow } from './queries.ts'

/** An application as the user sees it. */
export interface Application extends OptimisticRow<MeetingRow> {
  /** The server's id of the row; until the server has it, the id that this device gave it. */
  id: string
  /** Names its form in URLs, and its draft. It does not change when the server creates the row. */
  formId: string
}

/** Returns the text of a field; empty when it has none yet. */
export function toText(values: Application['values'], field: string): string {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/**
 * Lists the user's applications: unsent ones first, newest first, then the rows.
 * @param asOfMs when the rows were requested, by the device's clock. An entry that was done before but has no row is
 * left out, because its row was removed since.
 * @param visitStartedAtMs when this visit began, by the device's clock. An application shows no receipt from before.
 */
export function listApplications(
  rows: readonly MeetingRow[],
  entries: readonly OutboxEntry[],
  { asOfMs, visitStartedAtMs }: { asOfMs: number; visitStartedAtMs: number },
): readonly Application[] {
  const matchedEntries = new Set<OutboxEntry>()
  const rowApplications = rows.map((row) => {
    const rowEntries = findRowEntries(entries, moduleName, row)
    for (const entry of rowEntries) matchedEntries.add(entry)
    // The create has this device's id of the row. Once its receipt is removed, the form has the server's id.
    const creation = rowEntries.find(({ deed }) => deed.kind === 'create')
    const optimistic = toOptimisticRow(row, rowEntries)
    const isEntryShown =
      optimistic.entry &&
      (optimistic.unsentEntries.length > 0 || isNewerThanRows(optimistic.entry, visitStartedAtMs))
    const entry = isEntryShown ? optimistic.entry : undefined
    return { ...optimistic, entry, id: row.id, formId: creation?.entityId ?? row.id }
  })
  const unsentApplications = listEntriesWithoutRow(entries, moduleName, asOfMs)
    .filter((entry) => entry.deed.kind === 'create' && !matchedEntries.has(entry))
    .map((creation) => {
      const { entityId } = creation
      const rowEntries = findRowEntries(entries, moduleName, toRowIds(creation))
      return { ...toOptimisticRow<MeetingRow>(undefined, rowEntries), id: entityId, formId: entityId }
    })
  return [...unsentApplications.toReversed(), ...rowApplications]
}
