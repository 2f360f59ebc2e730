import {
  findRowEntries,
  isNewerThanRows,
  toOptimisticRow,
  type OutboxEntry,
  type OptimisticRow,
} from '#outbox/index.ts'
import { moduleName, type MeetingRow } from './queries.ts'

/** An application as the user sees it. */
export interface Application extends OptimisticRow<MeetingRow> {
  id: string
  /** Names its form and its draft, before and after the server has the row. */
  formId: string
}

/** Returns a typed text; empty when there is none. */
export function toText(values: Application['values'], key: string): string {
  const value = values[key]
  return typeof value === 'string' ? value : ''
}

/**
 * Lists the user's applications: unsent ones first, newest first, then the rows.
 * @param asOfMs when the rows were fetched, by the device's clock: an entry accepted before and missing among them was
 * removed
 * @param sinceMs when this visit began, by the device's clock: entries done before are left out
 */
export function listApplications(
  rows: readonly MeetingRow[],
  entries: readonly OutboxEntry[],
  { asOfMs, sinceMs }: { asOfMs: number; sinceMs: number },
): readonly Application[] {
  const about = entries.filter(({ module }) => module === moduleName)
  const listed = new Set<OutboxEntry>()
  const existing = rows.map((row) => {
    const rowEntries = findRowEntries(entries, moduleName, row)
    for (const entry of rowEntries) listed.add(entry)
    const create = rowEntries.find(({ deed }) => deed.kind === 'create')
    const optimistic = toOptimisticRow(row, rowEntries)
    const isTold =
      optimistic.entry && (optimistic.open.length > 0 || isNewerThanRows(optimistic.entry, sinceMs))
    const entry = isTold ? optimistic.entry : undefined
    return { ...optimistic, entry, id: row.id, formId: create?.entityId ?? row.id }
  })
  const fresh = about
    .filter(({ deed }) => deed.kind === 'create')
    .filter((entry) => !listed.has(entry) && isNewerThanRows(entry, asOfMs))
    .map(({ entityId }) => {
      const rowEntries = about.filter((entry) => entry.entityId === entityId)
      return { ...toOptimisticRow<MeetingRow>(undefined, rowEntries), id: entityId, formId: entityId }
    })
  return [...fresh.toReversed(), ...existing]
}
