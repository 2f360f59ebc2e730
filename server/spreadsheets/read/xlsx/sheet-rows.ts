import type { Cell, SheetRow } from '../../cell.ts'
import { isHidden, MergedCellFiller, type MergedArea } from './merged-cells.ts'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import { maxCellCharacters, maxColumns } from '../sheet-source.ts'
import { FormulaAreas, parseCellReference, parseRowNumber } from './cell-reference.ts'
import { toCell, type CellContext, type RawCell } from './cell-value.ts'
import { RichTextReader } from './shared-strings.ts'
import { walkXml, type Attributes } from './xml.ts'

/**
 * Reads the rows of a sheet on demand. The size that the sheet declares is ignored.
 * @param merged merged cells to fill, sorted by first row; none when the values do not matter
 */
export async function* readRows(
  bytes: AsyncIterable<Buffer>,
  workbook: CellContext,
  merged: readonly MergedArea[] = [],
): AsyncGenerator<SheetRow> {
  const builder = new RowBuilder(workbook, merged)
  const parsing = walkXml(bytes, {
    open: (name, attributes) => builder.open(name, attributes),
    text: (text) => builder.text(text),
    close: (name) => builder.close(name),
  })
  for (;;) {
    const result = await parsing.next()
    yield* builder.takeRows()
    if (result.done) return
  }
}

/** Builds rows from the elements of a sheet (ECMA-376 18.3.1). */
class RowBuilder {
  readonly #workbook: CellContext
  readonly #richText = new RichTextReader()
  /** Areas of the formulas so far that fill several cells. */
  readonly #areas = new FormulaAreas()
  readonly #merged: MergedCellFiller
  #isInTable = false
  /** True after the table of cells, where elements of the same names have other meanings. */
  #isAfterTable = false
  #rows: SheetRow[] = []
  /** The row that is being read, from 1; 0 before the first. */
  #line = 0
  #isHidden = false
  #cells: Cell[] = []
  /** Column of the cell that was opened last; -1 before the first of a row. */
  #column = -1
  /** What was read of the open cell. */
  #raw: RawCell = { type: 'n', style: 0, value: '', inline: '' }
  /** Formula of the open cell; undefined when it has none. */
  #formula: string | undefined
  /** Reference of the cells that this formula fills, such as `A1:B9`; undefined when it is the open cell alone. */
  #area: string | undefined
  /** Which text is being collected. */
  #collecting: 'value' | 'formula' | 'inline' | undefined

  constructor(workbook: CellContext, merged: readonly MergedArea[]) {
    this.#workbook = workbook
    this.#merged = new MergedCellFiller(merged)
  }

  /** Returns the rows that were completed since the last call. */
  takeRows(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'sheetData') this.#isInTable = !this.#isAfterTable
    if (!this.#isInTable) return
    if (this.#collecting === 'inline') this.#richText.open(name)
    else if (name === 'row') this.#openRow(attributes('r'), isHidden(attributes, 'ht'))
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#collecting = 'value'
    else if (name === 'f') {
      this.#collecting = 'formula'
      this.#formula = ''
      // Array formulas and data tables fill several cells.
      this.#area =
        attributes('t') === 'array' || attributes('t') === 'dataTable' ? attributes('ref') : undefined
    } else if (name === 'is') {
      this.#collecting = 'inline'
      this.#richText.begin()
    }
  }

  text(text: string): void {
    if (this.#collecting === 'inline') this.#richText.text(text)
    else if (this.#collecting === 'value') this.#raw.value = this.#append(this.#raw.value, text)
    else if (this.#collecting === 'formula') this.#formula = this.#append(this.#formula ?? '', text)
  }

  close(name: string): void {
    if (!this.#isInTable) return
    if (this.#collecting === 'inline' && name !== 'is') this.#richText.close(name)
    else if (name === 'is') this.#raw.inline = this.#richText.end()
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'sheetData') {
      this.#isInTable = false
      this.#isAfterTable = true
    }
    if (name === 'is' || name === 'v' || name === 'f') this.#collecting = undefined
  }

  #openRow(number: string | undefined, isHidden: boolean): void {
    const line = number === undefined ? this.#line + 1 : parseRowNumber(number)
    if (line <= this.#line) throw this.#createOrderError()
    this.#line = line
    this.#isHidden = isHidden
    this.#cells = []
    this.#column = -1
    this.#areas.startRow(line)
  }

  #closeRow(): void {
    this.#merged.fill(this.#line, this.#cells)
    this.#rows.push({ line: this.#line, cells: this.#cells, ...(this.#isHidden && { isHidden: true }) })
  }

  #openCell(attributes: Attributes): void {
    const reference = attributes('r')
    const position =
      reference === undefined ? { row: this.#line, column: this.#column + 1 } : parseCellReference(reference)
    if (position.row !== this.#line || position.column <= this.#column) throw this.#createOrderError()
    this.#column = position.column
    this.#raw = { type: attributes('t') ?? 'n', style: Number(attributes('s') ?? 0), value: '', inline: '' }
    this.#formula = undefined
    this.#area = undefined
  }

  #closeCell(): void {
    if (this.#area !== undefined) this.#areas.add(this.#area, this.#formula ?? '')
    const areaFormula = this.#areas.findFormula({ row: this.#line, column: this.#column })
    const formula = this.#formula ?? areaFormula
    const cell: Cell =
      formula === undefined ? toCell(this.#raw, this.#workbook) : { kind: 'formula', formula }
    if (cell === '') return
    if (typeof cell === 'string' && cell.length > maxCellCharacters) throw this.#createTooLongError()
    if (this.#column >= maxColumns)
      throw new InvalidSheetError('too_many_columns', { line: this.#line, max: maxColumns })
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells.push(cell)
  }

  #append(before: string, text: string): string {
    if (before.length + text.length > maxCellCharacters) throw this.#createTooLongError()
    return before + text
  }

  #createTooLongError(): InvalidSheetError {
    return new InvalidSheetError('too_long_cell', { line: this.#line, max: maxCellCharacters })
  }

  /** Creates the error for duplicate or unsorted rows and cells. Excel reports such files as damaged too. */
  #createOrderError(): InvalidSheetError {
    return new InvalidSheetError(
      'unreadable',
      {},
      new Error(`the cells of line ${this.#line} are out of order`),
    )
  }
}
