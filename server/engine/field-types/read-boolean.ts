import type { FormField } from '#contract/form/form-shape.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import type { CellContext, CellReading } from './cell-context.ts'
import { normalizeWidth, cellIssue } from './cell-issue.ts'

/** An `x` is in neither: in some lists it means yes, in others no. */
const meanings = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1', '是', '对', '真', '✓', '✔', '√', '☑', '✅'].map(
    (text) => [text, true] as const,
  ),
  ...['false', 'f', 'no', 'n', 'off', '0', '否', '不是', '错', '假', '×', '✗', '✘', '☐', '❌'].map(
    (text) => [text, false] as const,
  ),
])

/** Yes or no, in the words and signs that people have for it. */
export function readBoolean(field: FormField, cell: Cell, context: CellContext): CellReading {
  if (typeof cell === 'boolean') return { value: cell }
  const value = meanings.get(textOf(cell))
  return value === undefined ? cellIssue(field, context, 'cell.boolean') : { value }
}

function textOf(cell: Exclude<Cell, boolean>): string {
  // With a variation selector behind them signs look like pictures.
  if (typeof cell === 'string')
    return normalizeWidth(cell)
      .replaceAll(/[\uFE0E\uFE0F]/g, '')
      .toLowerCase()
  return cell.kind === 'number' ? String(cell.value) : ''
}
