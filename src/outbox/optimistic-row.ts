import type { OwnRowIds } from '#contract/row.ts'
import { hasArrived } from './find-row-entries.ts'
import type { OutboxEntry } from './entry.ts'

/** What every row has. */
interface Versioned extends OwnRowIds {
  version: number
}

/** A row of a person's own as they know it: what the server has, what is on its way to it, or both. */
export interface OptimisticRow<Row extends Versioned = Versioned> {
  row: Row | undefined
  /** What is on its way to it, the newest last. */
  open: readonly OutboxEntry[]
  /** The newest thing about it that was handed to the outbox: what has not arrived, or a receipt. */
  entry: OutboxEntry | undefined
  /** What it says: the row's fields with those that are on their way. */
  values: Readonly<Record<string, unknown>>
}

/** Puts a row together with what the outbox holds about it, the newest last. */
export function toOptimisticRow<Row extends Versioned>(
  row: Row | undefined,
  about: readonly OutboxEntry[],
): OptimisticRow<Row> {
  // A receipt stands in until its row is here; a row says itself what made it, though no receipt came.
  const ahead = about.filter((one) => {
    const isTold = row && one.state === 'done' && (one.serverRef?.version ?? 0) <= row.version
    return !isTold && !hasArrived(one, row)
  })
  return {
    row,
    open: about.filter(({ state }) => state !== 'done'),
    entry: about.at(-1),
    values: { ...row, ...bodiesOf(ahead) },
  }
}

/** Whether an entry still tells something: a receipt that is older than the rows without its own does not. */
export const isNewerThanRows = ({ state, doneAt = 0 }: OutboxEntry, asOfMs: number): boolean =>
  state !== 'done' || doneAt >= asOfMs

/** What was typed, one after the other; a withdrawal has typed nothing. */
function bodiesOf(entries: readonly OutboxEntry[]): Record<string, unknown> {
  const typed = entries.filter(({ deed }) => deed.kind === 'create' || deed.kind === 'update')
  return Object.fromEntries(typed.flatMap(({ body }) => Object.entries(body)))
}

/** What has not arrived and can be changed in its place. */
export function findEditableEntry({
  row,
  open,
}: Pick<OptimisticRow, 'row' | 'open'>): OutboxEntry | undefined {
  return open.findLast((one) => one.deed.kind !== 'action' && !hasArrived(one, row))
}

/**
 * What was to make the row that another device has made meanwhile: both were written without the other, and the one that
 * is here is a change of it by now.
 */
export function findOvertaken(thing: Pick<OptimisticRow, 'row' | 'open'>): OutboxEntry | undefined {
  const pending = findEditableEntry(thing)
  return pending?.deed.kind === 'create' && thing.row ? pending : undefined
}

/** A row that was made is of this version. */
const firstVersion = 1

/** What a form of it is typed over, with the version that this is, or will be; undefined for a new one. */
export function toFormBase(
  thing: OptimisticRow,
): (OptimisticRow['values'] & { version: number }) | undefined {
  const { row, entry, values } = thing
  if (!row && !entry) return undefined
  if (row && findOvertaken(thing)) return { ...row }
  return { ...values, version: row?.version ?? entry?.serverRef?.version ?? firstVersion }
}
