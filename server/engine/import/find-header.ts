import type { SheetRow } from '#server/spreadsheets/cell.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { suggestMapping } from '#server/engine/field-types/sheet-columns.ts'
import { showCell } from './input-row.ts'
import { createInvalidBodyError } from './import-options.ts'

/** Lines with anything in them among which the headers are looked for: titles and remarks stand above them. */
export const linesLookedAt = 20

/** The first rows of a file, parted by its headers. */
export interface FoundHeader {
  header: SheetRow
  /** Titles and remarks: they are no rows of the module. */
  above: readonly SheetRow[]
  first: readonly SheetRow[]
}

/**
 * Finds the line of the headers: the one that a person says, else the one in which most columns are known, of equal ones
 * the first.
 * @param begin the first rows of the file
 * @throws Refusal for an empty file, and for a line that is none of the first ones
 */
export function findHeader(
  begin: readonly SheetRow[],
  possible: readonly SheetColumn[],
  asked: number | undefined,
): FoundHeader {
  if (begin.length === 0) throw createInvalidBodyError('file', 'sheet.empty')
  const candidates = begin.slice(0, linesLookedAt)
  const counts = candidates.map(({ line, cells }) =>
    asked === undefined ? countKnown(cells, possible) : Number(line === asked),
  )
  const most = Math.max(...counts)
  if (asked !== undefined && most === 0) throw createInvalidBodyError('header_line', 'import.no_line')
  const at = counts.indexOf(most)
  return { header: candidates[at]!, above: begin.slice(0, at), first: begin.slice(at + 1) }
}

function countKnown(cells: SheetRow['cells'], possible: readonly SheetColumn[]): number {
  return suggestMapping(cells.map(showCell), possible).filter((path) => path !== null).length
}
