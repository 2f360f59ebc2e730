import type { OutCell } from './cell.ts'

/** A value as text, the way a CSV file has it. */
export function cellText(cell: OutCell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'object') return String(cell)
  if (cell.kind === 'number') return String(cell.value)
  if (cell.kind === 'error') return cell.code
  return [cell.date, cell.time].filter((part) => part !== undefined).join(' ')
}
