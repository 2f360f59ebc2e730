import type { FilterItem, Sorters } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { writeListState, type ListState } from '../data/list-state.ts'

/** Rows to review one by one. */
export interface PendingRows {
  label: Localized
  searchText: string
  filters: readonly FilterItem[]
  /** The longest pending first. */
  sorters: Sorters
  /** Field with the time since which a row is pending. */
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
  const isNarrowed = searchText !== '' || filters.length > 0
  const pendingRule = summary.waiting?.find((rule) => !isNarrowed || isSame(rule.filters, filters))
  if (pendingRule && searchText === '')
    return {
      label: pendingRule.label,
      searchText,
      filters: pendingRule.filters,
      sorters: pendingRule.sorters,
      sinceField: Object.keys(pendingRule.sorters)[0],
      lateBefore: pendingRule.lateBefore,
    }
  return isNarrowed ? { label: summary.label, searchText, filters, sorters } : undefined
}

function isSame(a: readonly FilterItem[], b: readonly FilterItem[]): boolean {
  const [searchA, searchB] = [a, b].map((filters) => writeListState({ searchText: '', filters, sorters: {} }))
  return JSON.stringify(searchA) === JSON.stringify(searchB)
}
