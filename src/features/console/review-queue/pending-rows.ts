import type { FilterItem, Sorters } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { writeListState, type ListState } from '../data/list-state.ts'

/** Rows that are to be gone through, one by one. */
export interface PendingRows {
  label: Localized
  words: string
  filters: readonly FilterItem[]
  /** The longest waiting first. */
  sorters: Sorters
  /** Field that says since when a row waits, and the instant before which that is too long. */
  since?: string | undefined
  lateBefore?: string | undefined
}

/**
 * What the address asks to be reviewed: what waits by one of the server's rules, or any narrowed list.
 * @returns undefined when it asks for nothing and nothing waits
 */
export function findPendingRows(entry: ModuleSummary, state: ListState): PendingRows | undefined {
  const { words, filters, sorters } = state
  const isNarrowed = words !== '' || filters.length > 0
  const rule = entry.waiting?.find((one) => !isNarrowed || isSame(one.filters, filters))
  if (rule && words === '')
    return {
      label: rule.label,
      words,
      filters: rule.filters,
      sorters: rule.sorters,
      since: Object.keys(rule.sorters)[0],
      lateBefore: rule.lateBefore,
    }
  return isNarrowed ? { label: entry.label, words, filters, sorters } : undefined
}

function isSame(a: readonly FilterItem[], b: readonly FilterItem[]): boolean {
  const [one, other] = [a, b].map((filters) => writeListState({ words: '', filters, sorters: {} }))
  return JSON.stringify(one) === JSON.stringify(other)
}
