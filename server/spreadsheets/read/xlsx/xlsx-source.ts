import { posix } from 'node:path'
import type { SheetRow } from '../../cell.ts'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import { toBatches, peekFirst, type SheetSource, type SheetTask } from '../sheet-source.ts'
import { openArchive, type Archive } from './archive.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetLayout, type MergedArea } from './merged-cells.ts'
import { readRows } from './sheet-rows.ts'
import { readStyles } from './number-format.ts'
import { isTrue, readXml } from './xml.ts'

/**
 * Opens a workbook. The archive stays open until the thread ends, since it reads nothing else.
 * @throws InvalidSheetError
 */
export async function openXlsx(task: SheetTask): Promise<SheetSource> {
  const archive = await openArchive(task.path)
  const { sheets, is1904, ...partNames } = await readWorkbook(archive)
  const strings = await readSharedStrings(archive, partNames.sharedStrings)
  const styles = await readStyles(archive, partNames.styles)
  const cellContext = { strings, styles, is1904 }
  const candidateSheets = task.sheet === undefined ? sheets : sheets.filter(({ name }) => name === task.sheet)
  if (task.sheet !== undefined && candidateSheets.length === 0)
    throw new InvalidSheetError('no_such_sheet', { sheet: task.sheet })
  for (const [index, { name, part }] of candidateSheets.entries()) {
    const { areas, hiddenColumns } = await readSheetLayout(archive.read(part))
    const rows = readRows(archive.read(part), cellContext, areas)
    const batches = await peekFirst(toBatches(rows))
    if (batches) {
      const unreadSheets: string[] = []
      for (const laterSheet of candidateSheets.slice(index + 1, index + 1 + maxPeekedSheets))
        if (await hasCells(readRows(archive.read(laterSheet.part), cellContext)))
          unreadSheets.push(laterSheet.name)
      return {
        reading: {
          format: { kind: 'xlsx', sheet: name },
          sheets: sheets.map((sheet) => sheet.name),
          ...(unreadSheets.length > 0 && { unreadSheets }),
          ...(areas.length > 0 && { merged: groupMergedAreas(areas) }),
          ...(hiddenColumns.length > 0 && { hiddenColumns }),
        },
        batches,
      }
    }
  }
  throw new InvalidSheetError('empty')
}

/** Limits of the check of further sheets for content: sheets, and first rows of each. */
const maxPeekedSheets = 20
const maxPeekedRows = 1000

/** Returns whether a sheet has content in its first rows. An unreadable one counts as a sheet with content. */
async function hasCells(rows: AsyncIterable<SheetRow>): Promise<boolean> {
  let count = 0
  try {
    for await (const { cells } of rows) {
      if (cells.some((cell) => cell !== '')) return true
      if (++count === maxPeekedRows) return false
    }
    return false
  } catch {
    // An error in a sheet that is not imported must not stop the import.
    return true
  }
}

const isOverColumns = ({ first, last }: MergedArea): boolean => last.column > first.column

function groupMergedAreas(areas: readonly MergedArea[]) {
  return {
    overRows: areas.filter((area) => !isOverColumns(area)).map(({ reference }) => reference),
    overColumns: areas.filter(isOverColumns).map(({ reference }) => reference),
  }
}

/** Structure of a workbook. */
export interface Workbook {
  /** Visible sheets of cells in their order, with their parts. */
  sheets: readonly { name: string; part: string }[]
  /** True when its calendar starts in 1904. */
  is1904: boolean
  /** Paths of the parts that all sheets share; undefined in a workbook without them. */
  sharedStrings: string | undefined
  styles: string | undefined
}

/** Reads the list of sheets. External links are not followed. */
async function readWorkbook(archive: Archive): Promise<Workbook> {
  const workbookPart = (await readLinks(archive, '')).find(({ type }) => type === 'officeDocument')?.part
  if (workbookPart === undefined)
    throw new InvalidSheetError('unreadable', {}, new Error('there is no workbook'))
  const links = await readLinks(archive, workbookPart)
  const sheets: { name: string; part: string }[] = []
  let is1904 = false
  await readXml(archive.read(workbookPart), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes('date1904'))
      if (name !== 'sheet' || (attributes('state') ?? 'visible') !== 'visible') return
      const link = links.find(({ id }) => id === attributes('id'))
      if (link?.type === 'worksheet') sheets.push({ name: attributes('name') ?? '', part: link.part })
    },
  })
  const findPart = (wantedType: string) => links.find(({ type }) => type === wantedType)?.part
  return { sheets, is1904, sharedStrings: findPart('sharedStrings'), styles: findPart('styles') }
}

/** A relationship of a part, which ECMA-376 stores in a part of its own. */
interface Link {
  /** Name by which the part refers to it. */
  id: string | undefined
  /** Last segment of the type URI, whose start differs between the two variants of ECMA-376. */
  type: string
  /** Path of the target in the archive. */
  part: string
}

/** Reads the links of a part to other parts; for an empty name, those of the archive. */
async function readLinks(archive: Archive, part: string): Promise<Link[]> {
  const links: Link[] = []
  const relationshipsPart = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  await readXml(archive.read(relationshipsPart), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes('TargetMode') === 'External') return
      const type = attributes('Type') ?? ''
      const targetPath = posix.resolve('/', posix.dirname(part), attributes('Target') ?? '')
      links.push({
        id: attributes('Id'),
        type: type.slice(type.lastIndexOf('/') + 1),
        part: targetPath.slice(1),
      })
    },
  })
  return links
}
