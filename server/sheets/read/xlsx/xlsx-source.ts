import { SheetRefused } from '../../fault.ts'
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
 * @throws SheetRefused
 */
export async function openXlsx(task: SheetTask): Promise<SheetSource> {
  const archive = await openArchive(task.path)
  const { sheets, is1904, ...parts } = await readWorkbook(archive)
  const strings = await readSharedStrings(archive, parts.sharedStrings)
  const styles = await readStyles(archive, parts.styles)
  const asked = task.sheet === undefined ? sheets : sheets.filter(({ name }) => name === task.sheet)
  if (task.sheet !== undefined && asked.length === 0)
    throw new SheetRefused('no_such_sheet', { sheet: task.sheet })
  for (const { name, part } of asked) {
    const { areas, hiddenColumns } = await readSheetShape(archive.read(part))
    const rows = sheetRows(archive.read(part), { strings, styles, is1904 }, areas)
    const batches = await withFirst(toBatches(rows))
    if (batches)
      return {
        reading: {
          format: { kind: 'xlsx', sheet: name },
          sheets: sheets.map((one) => one.name),
          ...(areas.length > 0 && { merged: mergedOf(areas) }),
          ...(hiddenColumns.length > 0 && { hiddenColumns }),
        },
        batches,
      }
  }
  throw new SheetRefused('empty')
}

const isOverColumns = ({ first, last }: MergedArea): boolean => last.column > first.column

function mergedOf(areas: readonly MergedArea[]) {
  return {
    overRows: areas.filter((area) => !isOverColumns(area)).map(({ reference }) => reference),
    overColumns: areas.filter(isOverColumns).map(({ reference }) => reference),
  }
}
