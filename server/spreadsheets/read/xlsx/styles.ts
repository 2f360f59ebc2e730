import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Archive } from './archive.ts'
import { classifyNumberFormat, type FormatMeaning } from './number-format.ts'
import { readXml } from './xml.ts'

/** Excel has 65,490 at most. Endless ones would ask for more memory at once than a thread can be refused. */
const maxStyles = 100_000

/** What the numbers of a cell of a style mean, by the style's number. */
export type Styles = readonly FormatMeaning[]

/** Reads the number formats of a workbook's styles. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  if (part === undefined || !archive.has(part)) return []
  const own = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  await readXml(archive.read(part), {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true
      else if (name === 'numFmt') own.set(Number(attributes('numFmtId')), attributes('formatCode') ?? '')
      else if (name === 'xf' && isOfCells) ids.push(Number(attributes('numFmtId') ?? 0))
      if (own.size > maxStyles || ids.length > maxStyles) throw new InvalidSheetError('unreadable')
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  const meanings = new Map<number, FormatMeaning>()
  return ids.map((id) => {
    const meaning = meanings.get(id) ?? classifyNumberFormat(id, own)
    meanings.set(id, meaning)
    return meaning
  })
}
