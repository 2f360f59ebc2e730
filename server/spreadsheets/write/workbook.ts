import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { XlsxFormat } from '../sheet-format.ts'
import {
  generateSheetXml,
  createFormatCollector,
  formatStylesXml,
  type FurtherFormats,
  escapeXml,
} from './sheet-xml.ts'
import type { OutRows, WriteOptions } from './out-rows.ts'

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Maximum length of the name of a sheet (limit of Excel). */
const maxNameCharacters = 31

/**
 * The entries have a constant time, so the same rows give the same bytes. Zip times start at this date and have no time
 * zone.
 */
const entryOptions = { mtime: new Date(1980, 0, 1), mode: 0o100600, forceDosTimestamp: true }

/** Writes rows as a workbook. The styles come last, since the rows determine them. */
export function writeWorkbook({ sheet }: XlsxFormat, rows: OutRows, options: WriteOptions): Readable {
  const { further = [] } = options
  const formats = createFormatCollector()
  const zip = new ZipFile()
  // The stream of yazl is a stream of Node, which its types do not say.
  const output = zip.outputStream as Readable
  const mainSheetStream = Readable.from(generateSheetXml(rows, options, formats), { objectMode: false })
  const destroyOutput = (error: Error): void => void output.destroy(error)
  // An error ends the output, and a closed output ends the reading of the rows.
  zip.on('error', destroyOutput)
  mainSheetStream.on('error', destroyOutput)
  output.on('close', () => mainSheetStream.destroy())
  for (const [path, xml] of Object.entries(createParts([sheet, ...further.map(({ name }) => name)])))
    zip.addBuffer(Buffer.from(xml), path, entryOptions)
  for (const [index, { rows: furtherRows }] of further.entries())
    zip.addReadStream(
      Readable.from(generateSheetXml(furtherRows, { hasHeader: true }, formats), { objectMode: false }),
      getSheetPath(index + 1),
      entryOptions,
    )
  zip.addReadStream(mainSheetStream, getSheetPath(0), entryOptions)
  const stylesStream = Readable.from(generateStyles(formats), { objectMode: false })
  zip.addReadStream(stylesStream, 'xl/styles.xml', entryOptions)
  zip.end()
  return output
}

/** Generates the styles. The zip reads it after the rows, when all formats are known. */
function* generateStyles(formats: FurtherFormats): Generator<string> {
  yield formatStylesXml(formats.codes)
}

const getSheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

/** Creates the parts that list the sheets and styles and link them. */
function createParts(sheetNames: readonly string[]): Record<string, string> {
  const joinForSheets = (write: (name: string, index: number) => string): string =>
    sheetNames.map(write).join('')
  const styleId = `rId${sheetNames.length + 1}`
  return {
    '[Content_Types].xml': `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/>${joinForSheets((_, index) => `<Override PartName="/${getSheetPath(index)}" ContentType="${contentTypePrefix}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><bookViews><workbookView/></bookViews><sheets>${joinForSheets((name, index) => `<sheet name="${escapeXml(formatSheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${joinForSheets((_, index) => `<Relationship Id="rId${index + 1}" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`)}<Relationship Id="${styleId}" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`,
  }
}

/** Formats the name of a sheet without what Excel rejects: some characters, and apostrophes at the ends. */
function formatSheetName(name: string): string {
  const allowedName = name.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').trim()
  return (
    Array.from(allowedName)
      .slice(0, maxNameCharacters)
      .join('')
      .replaceAll(/^'+|'+$/g, '') || 'Sheet1'
  )
}
