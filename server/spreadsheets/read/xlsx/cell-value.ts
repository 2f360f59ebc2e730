import type { Cell } from '../../cell.ts'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import { tellingFormat } from './number-format.ts'
import { parseSerialDate, isoDateOf } from './serial-date.ts'
import type { SharedStrings } from './shared-strings.ts'
import { unescaped } from './string-parts.ts'
import type { Styles } from './styles.ts'
import { isTrue } from './workbook.ts'

/** A cell as its element says it. */
export interface RawCell {
  /** Attribute `t`: `n` when there is none. */
  type: string
  style: number
  /** Text of `v`. */
  value: string
  /** Text of `is`. */
  inline: string
}

/** What the cells of a workbook share. */
export interface CellSurroundings {
  strings: SharedStrings
  styles: Styles
  is1904: boolean
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** The cell that an element means, formulas apart; empty when there is nothing in it. */
export function cellOf(raw: RawCell, workbook: CellSurroundings): Cell {
  if (raw.type === 'inlineStr') return raw.inline
  if (raw.value === '') return ''
  switch (raw.type) {
    case 's':
      return workbook.strings.get(Number(raw.value)) ?? damaged(raw)
    case 'str':
      return unescaped(raw.value)
    case 'b':
      return isTrue(raw.value)
    case 'e':
      return { kind: 'error', code: raw.value }
    case 'd':
      return isoDateOf(raw.value) ?? damaged(raw)
    case 'n':
      return numberOf(raw, workbook)
    default:
      return damaged(raw)
  }
}

function numberOf(raw: RawCell, { styles, is1904 }: CellSurroundings): Cell {
  const value = Number(raw.value)
  if (!number.test(raw.value.trim()) || !Number.isFinite(value)) return damaged(raw)
  const meaning = styles[raw.style]
  if (meaning?.kind === 'date')
    return parseSerialDate(value, is1904, meaning) ?? { kind: 'number', value, format: meaning.format }
  const format = tellingFormat(meaning?.format, value)
  return { kind: 'number', value, ...(format !== undefined && { format }) }
}

function damaged({ type, value }: RawCell): never {
  throw new InvalidSheetError(
    'unreadable',
    {},
    new Error(`a cell of type ${type} holds ${value.slice(0, 40)}`),
  )
}
