import { InvalidSheetError } from '../../invalid-sheet-error.ts'

/** The last row and column of Excel. */
const lastRow = 1_048_576
const lastColumn = 16_384

/** Place of a cell: its row from 1, its column from 0. */
export interface CellReference {
  row: number
  column: number
}

/** Reads `AB12`. */
export function parseCellReference(reference: string): CellReference {
  const [, letters = '', digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  const row = parseRowNumber(digits ?? '')
  if (column < 1 || column > lastColumn) throw createReferenceError(reference)
  return { row, column: column - 1 }
}

/** Reads the number of a row. */
export function parseRowNumber(digits: string): number {
  const row = Number(digits)
  if (!Number.isInteger(row) || row < 1 || row > lastRow) throw createReferenceError(digits)
  return row
}

function createReferenceError(reference: string): InvalidSheetError {
  return new InvalidSheetError('unreadable', {}, new Error(`there is no cell ${reference.slice(0, 40)}`))
}

/** Each cell is looked up in all areas. A sheet with more at once is no table. */
const maxAreas = 1000

interface FormulaArea {
  first: CellReference
  last: CellReference
  formula: string
}

/** Areas that one formula fills: but for the first, their cells have values as if somebody had written them. */
export class FormulaAreas {
  #areas: FormulaArea[] = []

  /** Adds `A1:B9`. */
  add(area: string, formula: string): void {
    const [first = '', last = first] = area.split(':')
    if (this.#areas.length === maxAreas) throw createReferenceError(area)
    this.#areas.push({ first: parseCellReference(first), last: parseCellReference(last), formula })
  }

  /** Forgets areas that end above a row. */
  startRow(row: number): void {
    if (this.#areas.length > 0) this.#areas = this.#areas.filter(({ last }) => last.row >= row)
  }

  /** The formula that fills a cell. */
  formulaAt({ row, column }: CellReference): string | undefined {
    const isIn = ({ first, last }: FormulaArea) =>
      row >= first.row && row <= last.row && column >= first.column && column <= last.column
    return this.#areas.find(isIn)?.formula
  }
}
