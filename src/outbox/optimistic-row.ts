import type { OwnRowIds } from '#contract/row.ts'
import { findRowEntries, hasArrived } from './find-row-entries.ts'
import type { OutboxEntry } from './entry.ts'

/** Fields that every row of a user has on the wire. */
interface Versioned extends OwnRowIds {
  version: number
}

/** A row as its user knows it: the server's row, the pending entries about it, or both. */
export interface OptimisticRow<Row extends Versioned = Versioned> {
  /** The server's row; undefined while no list with it has loaded. */
  row: Row | undefined
  /** Entries that are not sent, the newest last. */
  unsentEntries: readonly OutboxEntry[]
  /** The newest entry about it, a receipt included. */
  entry: OutboxEntry | undefined
  /** The row's fields, with those of pending entries applied. */
  values: Readonly<Record<string, unknown>>
}

/** Combines a row with the outbox entries about it. @param rowEntries the newest last */
export function toOptimisticRow<Row extends Versioned>(
  row: Row | undefined,
  rowEntries: readonly OutboxEntry[],
): OptimisticRow<Row> {
  // The loaded row shows an entry once it has the receipt's version, or once it is the row that the create made.
  const unreflected = rowEntries.filter((rowEntry) => {
    const isReflected = row && rowEntry.state === 'done' && (rowEntry.serverRef?.version ?? 0) <= row.version
    return !isReflected && !hasArrived(rowEntry, row)
  })
  return {
    row,
    unsentEntries: rowEntries.filter(({ state }) => state !== 'done'),
    entry: rowEntries.at(-1),
    values: { ...row, ...mergeBodies(unreflected) },
  }
}

/** Returns whether an entry is newer than the loaded rows. A receipt from before `asOfMs` is not. */
export const isNewerThanRows = ({ state, doneAt = 0 }: OutboxEntry, asOfMs: number): boolean =>
  state !== 'done' || doneAt >= asOfMs

/**
 * Lists the entries of rows that are missing in the loaded rows. Leaves out receipts of rows that were removed since. A
 * receipt stays while a newer entry changes its row, because the user still knows the row only from its entries.
 * @param entries of one user, the newest last
 * @param asOfMs when the rows were requested
 */
export function listEntriesWithoutRow(
  entries: readonly OutboxEntry[],
  module: string,
  asOfMs: number,
): readonly OutboxEntry[] {
  return entries.filter(
    (entry) =>
      entry.module === module &&
      findRowEntries(entries, module, toRowIds(entry)).some((other) => isNewerThanRows(other, asOfMs)),
  )
}

/** Returns the ids of the row that an entry is about, as far as the entry knows them. */
export const toRowIds = ({ entityId, serverRef }: OutboxEntry): OwnRowIds => ({
  id: serverRef?.id ?? entityId,
  client_row_id: entityId,
})

/** Merges the bodies of creates and updates. Actions have no fields of the row. */
function mergeBodies(entries: readonly OutboxEntry[]): Record<string, unknown> {
  const fieldEntries = entries.filter(({ deed }) => deed.kind === 'create' || deed.kind === 'update')
  return Object.fromEntries(fieldEntries.flatMap(({ body }) => Object.entries(body)))
}

/**
 * Finds the newest unsent entry that a form of the row can change. It cannot change actions, nor a
 * create that has arrived.
 */
export function findEditableEntry({
  row,
  unsentEntries,
}: {
  row: OwnRowIds | undefined
  unsentEntries: readonly OutboxEntry[]
}): OutboxEntry | undefined {
  return unsentEntries.findLast((rowEntry) => rowEntry.deed.kind !== 'action' && !hasArrived(rowEntry, row))
}

/**
 * Finds the pending create of a row that another device has created first, so that this create must become an update.
 */
export function findSupersededCreation(
  optimisticRow: Pick<OptimisticRow, 'row' | 'unsentEntries'>,
): OutboxEntry | undefined {
  const pending = findEditableEntry(optimisticRow)
  return pending?.deed.kind === 'create' && optimisticRow.row ? pending : undefined
}

/** Returns `row` and `entries` for a save of this row: the unsent entries, and the receipt when it is the newest. */
export function toSavedRow({ row, entry, unsentEntries }: OptimisticRow): {
  row: Versioned | undefined
  entries: readonly OutboxEntry[]
} {
  const isUnsent = !entry || unsentEntries.includes(entry)
  return { row, entries: isUnsent ? unsentEntries : [...unsentEntries, entry] }
}

/** Version that the server gives a new row. A form of a row whose create is not sent yet counts on it. */
const firstVersion = 1

/**
 * Returns the values that a form starts from, with the version that the row has or will have; undefined for a new row.
 */
export function toFormBase(
  optimisticRow: OptimisticRow,
): (OptimisticRow['values'] & { version: number }) | undefined {
  const { row, entry, values } = optimisticRow
  if (!row && !entry) return undefined
  if (row && findSupersededCreation(optimisticRow)) return { ...row }
  return { ...values, version: row?.version ?? entry?.serverRef?.version ?? firstVersion }
}
