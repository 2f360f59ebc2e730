import {
  findRowEntries,
  isNewerThanRows,
  toOptimisticRow,
  type OutboxEntry,
  type OptimisticRow,
} from '#outbox/index.ts'
import { moduleName, type MeetingRow } from './queries.ts'

/** An application as the person knows it. */
export interface Application extends OptimisticRow<MeetingRow> {
  id: string
  /** By this its form is found, and what is typed into it, before and after the server has it. */
  formId: string
}

/** A text of what was typed; empty where there is none. */
export function toText(values: Application['values'], key: string): string {
  const value = values[key]
  return typeof value === 'string' ? value : ''
}

/**
 * The person's applications; what the server does not know yet stands before the rest, the newest first.
 * @param asOfMs when the rows were asked for, by the device's clock: what the server took before and is not among them is
 *   gone
 * @param sinceMs when this visit began, by the device's clock: older receipts are no news
 */
export function listApplications(
  rows: readonly MeetingRow[],
  entries: readonly OutboxEntry[],
  { asOfMs, sinceMs }: { asOfMs: number; sinceMs: number },
): readonly Application[] {
  const about = entries.filter(({ module }) => module === moduleName)
  const listed = new Set<OutboxEntry>()
  const known = rows.map((row) => {
    const own = findRowEntries(entries, moduleName, row)
    for (const entry of own) listed.add(entry)
    const create = own.find(({ deed }) => deed.kind === 'create')
    const thing = toOptimisticRow(row, own)
    const isTold = thing.entry && (thing.open.length > 0 || isNewerThanRows(thing.entry, sinceMs))
    const entry = isTold ? thing.entry : undefined
    return { ...thing, entry, id: row.id, formId: create?.entityId ?? row.id }
  })
  const fresh = about
    .filter(({ deed }) => deed.kind === 'create')
    .filter((entry) => !listed.has(entry) && isNewerThanRows(entry, asOfMs))
    .map(({ entityId }) => {
      const own = about.filter((entry) => entry.entityId === entityId)
      return { ...toOptimisticRow<MeetingRow>(undefined, own), id: entityId, formId: entityId }
    })
  return [...fresh.toReversed(), ...known]
}
