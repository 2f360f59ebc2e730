import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Cell } from '../../cell.ts'
import { maxColumns } from '../sheet-source.ts'
import { parseCellReference, type CellReference } from './cell-reference.ts'
import { isTrue, readXml, type Attributes } from './xml.ts'

/** More are no table, in a sheet and beside each other. */
const maxAreas = 100_000
const maxOpen = 1000

/** Cells that the sheet shows as one. */
export interface MergedArea {
  /** `C2:C4`. */
  reference: string
  first: CellReference
  last: CellReference
}

/** What a sheet says of its cells outside of its rows. */
export interface SheetLayout {
  /** In the order of their first rows. */
  areas: MergedArea[]
  /** Columns that the sheet does not show, from 0; with anything in them or not. */
  hiddenColumns: number[]
}

/** Reads which cells are merged and which columns hidden. What is merged is named behind the rows, so the part is gone through once for it. */
export async function readSheetLayout(bytes: AsyncIterable<Buffer>): Promise<SheetLayout> {
  const areas: MergedArea[] = []
  const hiddenColumns = new Set<number>()
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'col' && isHidden(attributes, 'width')) {
        const last = Math.min(Number(attributes('max')), maxColumns)
        for (let column = Math.max(Number(attributes('min')), 1); column <= last; column++)
          hiddenColumns.add(column - 1)
      }
      if (name !== 'mergeCell') return
      const reference = attributes('ref') ?? ''
      const [first = '', last = first] = reference.split(':')
      if (areas.length === maxAreas) throw new InvalidSheetError('too_large')
      const area = { reference, first: parseCellReference(first), last: parseCellReference(last) }
      if (area.first.column < maxColumns) areas.push(area)
    },
  })
  return {
    areas: areas.toSorted((a, b) => a.first.row - b.first.row),
    hiddenColumns: [...hiddenColumns].toSorted((a, b) => a - b),
  }
}

/** Whether a row or a column is hidden; some programs do it by its size. */
export function isHidden(attributes: Attributes, size: 'width' | 'ht'): boolean {
  return isTrue(attributes('hidden')) || Number(attributes(size) ?? 1) === 0
}

/**
 * Gives the rows of a merged cell its value: one organisation beside three people is that of all three. Where a cell goes
 * over several columns its value is that of the first one. What a file holds beneath a merged cell nobody sees: it is left
 * out.
 */
export class MergedValues {
  readonly #areas: readonly MergedArea[]
  #next = 0
  /** Areas that go on below, with their values. */
  #open: { area: MergedArea; value: Cell }[] = []

  /** @param areas in the order of their first rows */
  constructor(areas: readonly MergedArea[]) {
    this.#areas = areas
  }

  /** Fills in what the row shows of cells that begin above it, and takes the values of those that begin in it. */
  fill(line: number, cells: Cell[]): void {
    if (this.#areas.length === 0) return
    this.#open = this.#open.filter(({ area }) => area.last.row >= line)
    for (const { area } of this.#open) cover(cells, area, area.first.column)
    // What holds nothing of its own stays a blank row.
    const begun = this.#begin(line, cells)
    if (cells.some((cell) => cell !== ''))
      for (const { area, value } of this.#open) {
        if (value === '') continue
        while (cells.length <= area.first.column) cells.push('')
        cells[area.first.column] = value
      }
    this.#open.push(...begun)
  }

  /** The areas that begin in a row, or in one that the file leaves out, and go on below. */
  #begin(line: number, cells: Cell[]): { area: MergedArea; value: Cell }[] {
    const begun: { area: MergedArea; value: Cell }[] = []
    for (let area = this.#areas[this.#next]; area && area.first.row <= line; area = this.#areas[this.#next]) {
      this.#next += 1
      if (area.last.row < line) continue
      const isFirst = area.first.row === line
      const value = isFirst ? (cells[area.first.column] ?? '') : ''
      cover(cells, area, area.first.column + Number(isFirst))
      if (area.last.row === line) continue
      if (this.#open.length + begun.length === maxOpen) throw new InvalidSheetError('too_large')
      begun.push({ area, value })
    }
    return begun
  }
}

/** Empties the cells of a row that lie beneath a merged one, from a column on. */
function cover(cells: Cell[], { last }: MergedArea, from: number): void {
  cells.fill('', from, last.column + 1)
}
