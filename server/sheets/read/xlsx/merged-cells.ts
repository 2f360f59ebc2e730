import { SheetRefused } from '../../fault.ts'
import type { Cell } from '../../cell.ts'
import { maxColumns } from '../limits.ts'
import { placeOf, type CellPlace } from './cell-place.ts'
import { readXml } from './xml.ts'

/** More are no table, in a sheet and beside each other. */
const maxAreas = 100_000
const maxOpen = 1000

/** Cells that the sheet shows as one. */
export interface MergedArea {
  /** `C2:C4`. */
  reference: string
  first: CellPlace
  last: CellPlace
}

/** Reads which cells of a sheet are merged. They are named behind its rows, so the part is gone through once for them. */
export async function readMergedAreas(bytes: AsyncIterable<Buffer>): Promise<MergedArea[]> {
  const areas: MergedArea[] = []
  await readXml(bytes, {
    open(name, attributes) {
      if (name !== 'mergeCell') return
      const reference = attributes('ref') ?? ''
      const [first = '', last = first] = reference.split(':')
      if (areas.length === maxAreas) throw new SheetRefused('too_large')
      const area = { reference, first: placeOf(first), last: placeOf(last) }
      if (area.first.column < maxColumns) areas.push(area)
    },
  })
  return areas.toSorted((a, b) => a.first.row - b.first.row)
}

/**
 * Gives the rows of a merged cell its value: one organisation beside three people is that of all three. Where a cell goes
 * over several columns its value is that of the first one.
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
    this.#open = this.#open.filter(({ area }) => area.last.row >= line)
    // What holds nothing of its own stays a blank row.
    if (cells.some((cell) => cell !== ''))
      for (const { area, value } of this.#open) {
        while (cells.length <= area.first.column) cells.push('')
        if (cells[area.first.column] === '') cells[area.first.column] = value
      }
    for (let area = this.#areas[this.#next]; area && area.first.row <= line; area = this.#areas[this.#next]) {
      this.#next += 1
      const value = area.first.row === line ? (cells[area.first.column] ?? '') : ''
      if (value === '' || area.last.row === line) continue
      if (this.#open.length === maxOpen) throw new SheetRefused('too_large')
      this.#open.push({ area, value })
    }
  }
}
