import type { Column } from './list-query.ts'
import type { Sorters } from '#contract/filters.ts'

/** Widths of columns in CSS pixels: one step wider or narrower, the limits, and the width of an added column. */
const widths = { step: 40, min: 60, max: 640, initial: 160 }

/** Moves a column one position earlier (-1) or later (1). */
export function moveColumn(columns: readonly Column[], field: string, step: -1 | 1): Column[] {
  const from = columns.findIndex((column) => column.field === field)
  const to = from + step
  const [moved, other] = [columns[from], columns[to]]
  if (!moved || !other) return [...columns]
  return columns.map((column, index) => {
    if (index === to) return moved
    return index === from ? other : column
  })
}

/** Makes a column one step wider (1) or narrower (-1). */
export function resizeColumn(columns: readonly Column[], field: string, step: -1 | 1): Column[] {
  return columns.map((column) =>
    column.field === field
      ? { field, width: Math.min(widths.max, Math.max(widths.min, column.width + step * widths.step)) }
      : column,
  )
}

/** Removes a column, or appends it. The last column stays, because a list without columns shows nothing. */
export function toggleColumn(columns: readonly Column[], field: string): Column[] {
  const remainingColumns = columns.filter((column) => column.field !== field)
  if (remainingColumns.length === columns.length) return [...columns, { field, width: widths.initial }]
  return remainingColumns.length === 0 ? [...columns] : remainingColumns
}

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
