import type { Column } from './list-query.ts'

/** Widths in CSS pixels: a step, and the limits of what can still be read. */
const widths = { step: 40, least: 60, most: 640, first: 160 }

/** The column stands one place earlier (-1) or later (1). */
export function moveColumn(columns: readonly Column[], field: string, by: -1 | 1): Column[] {
  const from = columns.findIndex((column) => column.field === field)
  const to = from + by
  const [moved, other] = [columns[from], columns[to]]
  if (!moved || !other) return [...columns]
  return columns.map((column, place) => {
    if (place === to) return moved
    return place === from ? other : column
  })
}

/** The column is one step wider (1) or narrower (-1). */
export function resizeColumn(columns: readonly Column[], field: string, by: -1 | 1): Column[] {
  return columns.map((column) =>
    column.field === field
      ? { field, width: Math.min(widths.most, Math.max(widths.least, column.width + by * widths.step)) }
      : column,
  )
}

/** The column goes, or comes at the end. The last one stays: a list without columns shows nothing. */
export function toggleColumn(columns: readonly Column[], field: string): Column[] {
  const others = columns.filter((column) => column.field !== field)
  if (others.length === columns.length) return [...columns, { field, width: widths.first }]
  return others.length === 0 ? [...columns] : others
}
