import type { FilterItem, Sorters } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { writeListState, type ListState } from '../data/list-state.ts'

/**
 * Appends newly listed rows to the order of a review. A decided row keeps its position after it has left the list.
 * @returns the same array when there are no new rows
 */
export function mergeOrder(
  previousOrder: readonly string[],
  listedIds: readonly string[],
): readonly string[] {
  const previousIds = new Set(previousOrder)
  const newIds = listedIds.filter((id) => !previousIds.has(id))
  return newIds.length === 0 ? previousOrder : [...previousOrder, ...newIds]
}

/**
 * Finds the id of the next open row. At the end the search starts again, so that skipped rows come last.
 * @param after id of the row behind which the search starts; undefined starts with the first one
 * @param hasAllRows false while later rows load: the search does not start again yet
 */
export function findNextPending(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
  hasAllRows = true,
): string | undefined {
  const index = after === undefined ? -1 : order.indexOf(after)
  const next = order.find((id, rowIndex) => rowIndex > index && isOpen(id))
  return next ?? (hasAllRows ? order.find((id, rowIndex) => rowIndex < index && isOpen(id)) : undefined)
}

/** Counts the open rows behind the row `after` in the order; all of them when it is undefined. */
export function countAhead(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
): number {
  const index = after === undefined ? -1 : order.indexOf(after)
  return order.filter((id, rowIndex) => rowIndex > index && isOpen(id)).length
}

/** Numbers of rows in a queue whose rows are loaded page by page. */
export interface QueueCounts {
  /** Rows that were pending at the start, and those added since. */
  total: number
  /** Rows that are still pending. */
  openCount: number
}

/**
 * Counts the rows of a queue.
 * @param loadedCounts of the loaded rows: all ever loaded, those that are still listed, and those that are open
 * @param listedTotal number of rows in the server's list now, loaded or not
 * @param largestTotal the largest total so far: decisions of other users do not make it smaller
 */
export function countQueue(
  loadedCounts: { everLoaded: number; listed: number; open: number },
  listedTotal: number,
  largestTotal: number,
): QueueCounts {
  const notLoaded = Math.max(0, listedTotal - loadedCounts.listed)
  return {
    total: Math.max(largestTotal, loadedCounts.everLoaded + notLoaded),
    openCount: loadedCounts.open + notLoaded,
  }
}

/** Finds the row before `id`, decided or not, so that the user can go back to it; the last row at the queue's end. */
export function findPreviousRow(order: readonly string[], id: string | undefined): string | undefined {
  return id === undefined ? order.at(-1) : order[order.indexOf(id) - 1]
}

/** State of a decision that was made on this device. */
export interface LocalDecision {
  /** The outbox has not sent it yet, or has no answer. */
  isInFlight: boolean
  /** The server rejected the decision, or another user has changed the row. */
  needsUserDecision: boolean
  /** Version of the row that the decision created; undefined while the receipt is missing. */
  version?: number | undefined
}

/**
 * Whether a decision on this device has closed a row. A row that has returned to the queue since is open.
 * @param listedVersion version of the row in the list of pending rows
 */
export function isDecided(decision: LocalDecision | undefined, listedVersion: number): boolean {
  if (!decision || decision.needsUserDecision) return false
  return decision.isInFlight || decision.version === undefined || decision.version >= listedVersion
}

/**
 * Whether a row has been pending since before `lateBefore`, an instant.
 * @param sinceField key of the field with the instant since which the row is pending
 */
export function isOverdue(
  row: Readonly<Record<string, unknown>>,
  sinceField: string | undefined,
  lateBefore: string | undefined,
): boolean {
  const pendingSince = sinceField === undefined ? undefined : row[sinceField]
  return typeof pendingSince === 'string' && lateBefore !== undefined && pendingSince < lateBefore
}

/** The rows to review one by one, as a filter. {@link findPendingRows} creates it for the review queue. */
export interface PendingRows {
  /** Label of the pending rule, otherwise of the module. */
  label: Localized
  searchText: string
  filters: readonly FilterItem[]
  /** Of a pending rule: the longest pending first. Otherwise those of the list. */
  sorters: Sorters
  /** Key of the field with the time since which a row is pending. */
  sinceField?: string | undefined
  /** Rows that are pending since before this instant are overdue. */
  lateBefore?: string | undefined
}

/**
 * Finds the rows to review for a URL: those of a pending rule of the server, or of any filtered list.
 * @returns undefined without filters when no row is pending
 */
export function findPendingRows(summary: ModuleSummary, state: ListState): PendingRows | undefined {
  const { searchText, filters, sorters } = state
  // The list shows a part of the module's rows.
  const isNarrowed = searchText !== '' || filters.length > 0
  const pendingRule = summary.waiting?.find((rule) => !isNarrowed || areSameFilters(rule.filters, filters))
  if (pendingRule && searchText === '')
    return {
      label: pendingRule.label,
      searchText,
      filters: pendingRule.filters,
      sorters: pendingRule.sorters,
      // A rule sorts by the time since which its rows are pending.
      sinceField: Object.keys(pendingRule.sorters)[0],
      lateBefore: pendingRule.lateBefore,
    }
  return isNarrowed ? { label: summary.label, searchText, filters, sorters } : undefined
}

/** Compares filters as the URL writes them, because `filters` of a list come from there. */
function areSameFilters(a: readonly FilterItem[], b: readonly FilterItem[]): boolean {
  const [searchA, searchB] = [a, b].map((filters) => writeListState({ searchText: '', filters, sorters: {} }))
  return JSON.stringify(searchA) === JSON.stringify(searchB)
}
