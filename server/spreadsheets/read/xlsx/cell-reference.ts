import { InvalidSheetError } from '../../invalid-sheet-error.ts'

/** The last row and column of Excel. */
const lastRow = 1_048_576
const lastColumn = 16_384

/** Position of a cell: row from 1, column from 0. */
export interface CellReference {
  row: number
  column: number
}

/** Parses `AB12`, or `$AB$12` of a fixed reference. @throws InvalidSheetError when it is out of range */
export function parseCellReference(reference: string): CellReference {
  const [, letters = '', digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  const row = parseRowNumber(digits ?? '')
  if (column < 1 || column > lastColumn) throw createReferenceError(reference)
  return { row, column: column - 1 }
}

/** Parses the number of a row. @throws InvalidSheetError when it is out of range */
export function parseRowNumber(digits: string): number {
  const row = Number(digits)
  if (!Number.isInteger(row) || row < 1 || row > lastRow) throw createReferenceError(digits)
  return row
}

function createReferenceError(reference: string): InvalidSheetError {
  return new InvalidSheetError('unreadable', {}, new Error(`there is no cell ${reference.slice(0, 40)}`))
}

/** Each cell is compared with all areas. A sheet with more is no table. */
const maxAreas = 1000

/** Cells of a rectangle, `first` and `last` included, that one formula fills. */
interface FormulaArea {
  first: CellReference
  last: CellReference
  formula: string
}

/** Areas that one formula fills. All cells but the first have values that look typed. */
export class FormulaAreas {
  #areas: FormulaArea[] = []

  /** Adds an area such as `A1:B9`. */
  add(area: string, formula: string): void {
    const [firstCell = '', lastCell = firstCell] = area.split(':')
    if (this.#areas.length === maxAreas) throw createReferenceError(area)
    this.#areas.push({ first: parseCellReference(firstCell), last: parseCellReference(lastCell), formula })
  }

  /** Removes areas that end above a row. */
  startRow(row: number): void {
    if (this.#areas.length > 0) this.#areas = this.#areas.filter(({ last }) => last.row >= row)
  }

  /** Finds the formula that fills a cell; undefined when none does. */
  findFormula({ row, column }: CellReference): string | undefined {
    const isIn = ({ first, last }: FormulaArea) =>
      row >= first.row && row <= last.row && column >= first.column && column <= last.column
    return this.#areas.find(isIn)?.formula
  }
}
