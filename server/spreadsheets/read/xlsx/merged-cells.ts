import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Cell } from '../../cell.ts'
import { maxColumns } from '../sheet-source.ts'
import { parseCellReference, type CellReference } from './cell-reference.ts'
import { isTrue, readXml, type Attributes } from './xml.ts'

/** Limit of areas in a sheet: one with more is no table. */
const maxAreas = 100_000
/** Limit of areas that cover one row. */
const maxOpenAreas = 1000

/** Cells that are merged to one. */
export interface MergedArea {
  /** `C2:C4`. */
  reference: string
  first: CellReference
  last: CellReference
}

/** Properties of a sheet outside its rows. */
export interface SheetLayout {
  /** Sorted by first row. */
  areas: MergedArea[]
  /** Indexes of hidden columns, from 0, with or without content. */
  hiddenColumns: number[]
}

/**
 * Reads merged cells and hidden columns. Merged cells follow the rows in the file, so the part is read once more for
 * them.
 */
export async function readSheetLayout(bytes: AsyncIterable<Buffer>): Promise<SheetLayout> {
  const areas: MergedArea[] = []
  const hiddenColumns = new Set<number>()
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'col' && isHidden(attributes, 'width')) {
        const lastColumn = Math.min(Number(attributes('max')), maxColumns)
        for (let column = Math.max(Number(attributes('min')), 1); column <= lastColumn; column++)
          hiddenColumns.add(column - 1)
      }
      if (name !== 'mergeCell') return
      const reference = attributes('ref') ?? ''
      const [firstCell = '', lastCell = firstCell] = reference.split(':')
      if (areas.length === maxAreas) throw new InvalidSheetError('too_large')
      const area = { reference, first: parseCellReference(firstCell), last: parseCellReference(lastCell) }
      if (area.first.column < maxColumns) areas.push(area)
    },
  })
  return {
    areas: areas.toSorted((a, b) => a.first.row - b.first.row),
    hiddenColumns: [...hiddenColumns].toSorted((a, b) => a - b),
  }
}

/** Checks whether a row or column is hidden; some programs set its size to 0. */
export function isHidden(attributes: Attributes, size: 'width' | 'ht'): boolean {
  return isTrue(attributes('hidden')) || Number(attributes(size) ?? 1) === 0
}

/**
 * Fills merged cells: each row of a merged cell gets its value, so that an organisation beside three people is that of
 * all three. Over several columns only the first one gets the value. Values beneath a merged cell, which the sheet does
 * not show, are dropped.
 */
export class MergedCellFiller {
  readonly #areas: readonly MergedArea[]
  #nextAreaIndex = 0
  /** Areas that continue below, with their values. */
  #openAreas: { area: MergedArea; value: Cell }[] = []

  /** @param areas sorted by first row */
  constructor(areas: readonly MergedArea[]) {
    this.#areas = areas
  }

  /** Fills cells of a row from areas that start above, and stores the values of areas that start in it. */
  fill(line: number, cells: Cell[]): void {
    if (this.#areas.length === 0) return
    this.#openAreas = this.#openAreas.filter(({ area }) => area.last.row >= line)
    for (const { area } of this.#openAreas) clearCells(cells, area, area.first.column)
    // A row without own values stays blank.
    const startedAreas = this.#startAreas(line, cells)
    if (cells.some((cell) => cell !== ''))
      for (const { area, value } of this.#openAreas) {
        if (value === '') continue
        while (cells.length <= area.first.column) cells.push('')
        cells[area.first.column] = value
      }
    this.#openAreas.push(...startedAreas)
  }

  /** Returns the areas that start in a row, or in a row missing from the file, and continue below. */
  #startAreas(line: number, cells: Cell[]): { area: MergedArea; value: Cell }[] {
    const startedAreas: { area: MergedArea; value: Cell }[] = []
    for (
      let area = this.#areas[this.#nextAreaIndex];
      area && area.first.row <= line;
      area = this.#areas[this.#nextAreaIndex]
    ) {
      this.#nextAreaIndex += 1
      if (area.last.row < line) continue
      const isFirst = area.first.row === line
      const value = isFirst ? (cells[area.first.column] ?? '') : ''
      // In the first row, the first cell keeps its value.
      clearCells(cells, area, area.first.column + Number(isFirst))
      if (area.last.row === line) continue
      if (this.#openAreas.length + startedAreas.length === maxOpenAreas)
        throw new InvalidSheetError('too_large')
      startedAreas.push({ area, value })
    }
    return startedAreas
  }
}

/** Empties the cells of a row beneath a merged cell, from a column on. */
function clearCells(cells: Cell[], { last }: MergedArea, fromColumn: number): void {
  cells.fill('', fromColumn, last.column + 1)
}
