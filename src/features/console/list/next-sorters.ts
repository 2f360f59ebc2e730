import type { Sorters } from '#contract/filters.ts'

/** What a touch on a column's name makes of the order: up, then down, then as the definition has it. */
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
