import type { SheetRow } from '../../cell.ts'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import { toBatches, withFirst } from '../batches.ts'
import type { SheetSource, SheetTask } from '../sheet-source.ts'
import { openArchive } from './archive.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetShape, type MergedArea } from './merged-cells.ts'
import { sheetRows } from './sheet-rows.ts'
import { readStyles } from './styles.ts'
import { readWorkbook } from './workbook.ts'

/**
 * Opens a workbook. The archive stays open as long as the thread, which reads nothing else.
 * @throws InvalidSheetError
 */
export async function openXlsx(task: SheetTask): Promise<SheetSource> {
  const archive = await openArchive(task.path)
  const { sheets, is1904, ...parts } = await readWorkbook(archive)
  const strings = await readSharedStrings(archive, parts.sharedStrings)
  const styles = await readStyles(archive, parts.styles)
  const shared = { strings, styles, is1904 }
  const asked = task.sheet === undefined ? sheets : sheets.filter(({ name }) => name === task.sheet)
  if (task.sheet !== undefined && asked.length === 0)
    throw new InvalidSheetError('no_such_sheet', { sheet: task.sheet })
  for (const [at, { name, part }] of asked.entries()) {
    const { areas, hiddenColumns } = await readSheetShape(archive.read(part))
    const rows = sheetRows(archive.read(part), shared, areas)
    const batches = await withFirst(toBatches(rows))
    if (batches) {
      const unreadSheets: string[] = []
      for (const other of asked.slice(at + 1, at + 1 + sheetsLookedAt))
        if (await hasCells(sheetRows(archive.read(other.part), shared))) unreadSheets.push(other.name)
      return {
        reading: {
          format: { kind: 'xlsx', sheet: name },
          sheets: sheets.map((one) => one.name),
          ...(unreadSheets.length > 0 && { unreadSheets }),
          ...(areas.length > 0 && { merged: mergedOf(areas) }),
          ...(hiddenColumns.length > 0 && { hiddenColumns }),
        },
        batches,
      }
    }
  }
  throw new InvalidSheetError('empty')
}

/** Sheets that are not read, and first rows of each, among which something is looked for. */
const sheetsLookedAt = 20
const rowsLookedAt = 1000

async function hasCells(rows: AsyncIterable<SheetRow>): Promise<boolean> {
  let count = 0
  try {
    for await (const { cells } of rows) {
      if (cells.some((cell) => cell !== '')) return true
      if (++count === rowsLookedAt) return false
    }
    return false
  } catch {
    // What is wrong with a sheet that is not read is no fault of this import.
    return true
  }
}

const isOverColumns = ({ first, last }: MergedArea): boolean => last.column > first.column

function mergedOf(areas: readonly MergedArea[]) {
  return {
    overRows: areas.filter((area) => !isOverColumns(area)).map(({ reference }) => reference),
    overColumns: areas.filter(isOverColumns).map(({ reference }) => reference),
  }
}
