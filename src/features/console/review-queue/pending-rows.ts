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
  /** Field with the time since which a row is pending, and the instant before which it is overdue. */
  since?: string | undefined
  lateBefore?: string | undefined
}

/**
 * Finds the rows to review for a URL: those of one of the server's rules, or of any filtered list.
 * @returns undefined without filters when no row is pending
 */
export function findPendingRows(entry: ModuleSummary, state: ListState): PendingRows | undefined {
  const { searchText, filters, sorters } = state
  const isNarrowed = searchText !== '' || filters.length > 0
  const rule = entry.waiting?.find((one) => !isNarrowed || isSame(one.filters, filters))
  if (rule && searchText === '')
    return {
      label: rule.label,
      searchText,
      filters: rule.filters,
      sorters: rule.sorters,
      since: Object.keys(rule.sorters)[0],
      lateBefore: rule.lateBefore,
    }
  return isNarrowed ? { label: entry.label, searchText, filters, sorters } : undefined
}

function isSame(a: readonly FilterItem[], b: readonly FilterItem[]): boolean {
  const [one, other] = [a, b].map((filters) => writeListState({ searchText: '', filters, sorters: {} }))
  return JSON.stringify(one) === JSON.stringify(other)
}
