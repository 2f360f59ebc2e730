import type { OwnRowIds } from '#contract/row.ts'
import { hasArrived } from './find-row-entries.ts'
import type { OutboxEntry } from './entry.ts'

/** Fields of every row of a user. */
interface Versioned extends OwnRowIds {
  version: number
}

/** A row as its user knows it: the server's row, the pending entries about it, or both. */
export interface OptimisticRow<Row extends Versioned = Versioned> {
  row: Row | undefined
  /** Entries that are not sent, the newest last. */
  open: readonly OutboxEntry[]
  /** The newest entry about it, a receipt included. */
  entry: OutboxEntry | undefined
  /** The row's fields, with those of pending entries applied. */
  values: Readonly<Record<string, unknown>>
}

/** Combines a row with the outbox entries about it. @param about the newest last */
export function toOptimisticRow<Row extends Versioned>(
  row: Row | undefined,
  about: readonly OutboxEntry[],
): OptimisticRow<Row> {
  // A receipt counts until the row is as new as it. A create counts until a row with its id arrives, receipt or not.
  const unreflected = about.filter((one) => {
    const isReflected = row && one.state === 'done' && (one.serverRef?.version ?? 0) <= row.version
    return !isReflected && !hasArrived(one, row)
  })
  return {
    row,
    open: about.filter(({ state }) => state !== 'done'),
    entry: about.at(-1),
    values: { ...row, ...mergeBodies(unreflected) },
  }
}

/** Returns whether an entry is newer than the loaded rows. A receipt from before `asOfMs` is not. */
export const isNewerThanRows = ({ state, doneAt = 0 }: OutboxEntry, asOfMs: number): boolean =>
  state !== 'done' || doneAt >= asOfMs

/** Merges the bodies of creates and updates. Actions have no fields of the row. */
function mergeBodies(entries: readonly OutboxEntry[]): Record<string, unknown> {
  const typed = entries.filter(({ deed }) => deed.kind === 'create' || deed.kind === 'update')
  return Object.fromEntries(typed.flatMap(({ body }) => Object.entries(body)))
}

/** Finds the pending entry that can be changed in place. */
export function findEditableEntry({
  row,
  open,
}: Pick<OptimisticRow, 'row' | 'open'>): OutboxEntry | undefined {
  return open.findLast((one) => one.deed.kind !== 'action' && !hasArrived(one, row))
}

/**
 * Finds the pending create of a row that another device has created first. Neither device knew of the other's row, so
 * the pending entry has become an update.
 */
export function findOvertaken(optimisticRow: Pick<OptimisticRow, 'row' | 'open'>): OutboxEntry | undefined {
  const pending = findEditableEntry(optimisticRow)
  return pending?.deed.kind === 'create' && optimisticRow.row ? pending : undefined
}

/** Version of a row that was just created. */
const firstVersion = 1

/** Returns the values that a form starts from, with the version that the row has or will have; undefined for a new row. */
export function toFormBase(
  optimisticRow: OptimisticRow,
): (OptimisticRow['values'] & { version: number }) | undefined {
  const { row, entry, values } = optimisticRow
  if (!row && !entry) return undefined
  if (row && findOvertaken(optimisticRow)) return { ...row }
  return { ...values, version: row?.version ?? entry?.serverRef?.version ?? firstVersion }
}
