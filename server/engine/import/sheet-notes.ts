import type { FieldProblem } from '#contract/envelope.ts'
import type { ImportCheckBody } from '#contract/transfer.ts'
import { columnLetters, type SheetRow } from '#server/sheets/cell.ts'
import type { OpenSheet } from '#server/sheets/read/open-sheet.ts'
import type { FoundHeader } from './find-header.ts'
import { isErrorsHeader, type ColumnMap } from './map-columns.ts'

/** What the person should know of how a file was taken. */
export type ImportNote = Pick<FieldProblem, 'key' | 'params'>

/** Watches the rows of a file go by. */
export interface SheetWatch {
  see: (row: SheetRow) => void
  /** What is left out of the file, and what is not taken as it stands. */
  notes: () => ImportNote[]
}

/** Places that a note names; of more it tells how many. */
const namedPlaces = 20

/** Notes what a file has that its import leaves out or takes in another way than somebody who looks at it would think. */
export function watchSheet(
  { merged, hiddenColumns = [] }: OpenSheet,
  { columns, filled }: ColumnMap,
  { header, above }: Pick<FoundHeader, 'header' | 'above'>,
  mapping: ImportCheckBody['mapping'] = {},
): SheetWatch {
  const isFilled = new Set(filled.map(({ index }) => index))
  const unread = new Set<number>()
  const read = new Set<number>()
  const hidden: number[] = []
  let hiddenCount = 0
  const nameOf = (index: number): string => {
    const letters = columnLetters(index)
    const header = columns[index]?.header.trim() ?? ''
    return header === '' ? letters : `${letters} “${header}”`
  }
  const isBelow = (area: string): boolean => Number(/\d+$/.exec(area)?.[0]) > header.line
  /** A person who says that a column is not read knows it; the column of faults is the server's own. */
  const isToTell = (index: number): boolean =>
    !isFilled.has(index) &&
    !Object.hasOwn(mapping, columnLetters(index)) &&
    !isErrorsHeader(columns[index]?.header ?? '')
  return {
    see({ line, cells, isHidden }) {
      if (isHidden && ++hiddenCount <= namedPlaces) hidden.push(line)
      for (const [index, cell] of cells.entries())
        if (cell !== '' && isFilled.has(index)) read.add(index)
        else if (cell !== '' && !unread.has(index) && isToTell(index)) unread.add(index)
    },
    notes: () => [
      ...note(
        'import.lines_above',
        above.map(({ line }) => String(line)),
      ),
      ...note('import.unread_columns', [...unread].toSorted((a, b) => a - b).map(nameOf)),
      ...note('import.hidden_rows', hidden.map(String), hiddenCount),
      ...note('import.hidden_columns', hiddenColumns.filter((index) => read.has(index)).map(nameOf)),
      ...note('import.merged_rows', (merged?.overRows ?? []).filter(isBelow)),
      ...note('import.merged_columns', (merged?.overColumns ?? []).filter(isBelow)),
    ],
  }
}

function note(key: string, places: readonly string[], count = places.length): ImportNote[] {
  if (count === 0) return []
  const named = places.slice(0, namedPlaces).join(', ')
  return [{ key, params: { places: count > namedPlaces ? `${named} …` : named, count } }]
}
