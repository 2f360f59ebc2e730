import { posix } from 'node:path'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Archive } from './archive.ts'
import { readXml } from './xml.ts'

/** What a workbook says of itself. */
export interface Workbook {
  /** Its visible sheets of cells, in their order, with their parts. */
  sheets: readonly { name: string; part: string }[]
  /** Whether its calendar begins in 1904. */
  is1904: boolean
  /** Parts that all sheets share. */
  sharedStrings: string | undefined
  styles: string | undefined
}

/** Reads the workbook's list of sheets. Links to outside are not followed. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = (await readLinks(archive, '')).find(({ type }) => type === 'officeDocument')?.part
  if (main === undefined) throw new InvalidSheetError('unreadable', {}, new Error('there is no workbook'))
  const links = await readLinks(archive, main)
  const sheets: { name: string; part: string }[] = []
  let is1904 = false
  await readXml(archive.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes('date1904'))
      if (name !== 'sheet' || (attributes('state') ?? 'visible') !== 'visible') return
      const link = links.find(({ id }) => id === attributes('id'))
      if (link?.type === 'worksheet') sheets.push({ name: attributes('name') ?? '', part: link.part })
    },
  })
  const partOf = (wanted: string) => links.find(({ type }) => type === wanted)?.part
  return { sheets, is1904, sharedStrings: partOf('sharedStrings'), styles: partOf('styles') }
}

interface Link {
  id: string | undefined
  /** The last word of the type's address, which differs between the two forms of ECMA-376. */
  type: string
  part: string
}

/** The links of a part to others; of the whole archive when the part is none. */
async function readLinks(archive: Archive, part: string): Promise<Link[]> {
  const links: Link[] = []
  const list = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  await readXml(archive.read(list), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes('TargetMode') === 'External') return
      const type = attributes('Type') ?? ''
      const target = posix.resolve('/', posix.dirname(part), attributes('Target') ?? '')
      links.push({
        id: attributes('Id'),
        type: type.slice(type.lastIndexOf('/') + 1),
        part: target.slice(1),
      })
    },
  })
  return links
}

/** A truth value as XML Schema writes it. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
