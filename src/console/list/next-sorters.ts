import type { Sorters } from '#contract/filters.ts'

/** Returns the sorters after a touch on a column header: ascending, then descending, then the definition's order. */
export function nextSorters(sorters: Sorters, field: string): Sorters {
  switch (sorters[field]) {
    case undefined:
      return { [field]: 'asc' }
    case 'asc':
      return { [field]: 'desc' }
    default:
      return {}
  }
}
