import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { XlsxFormat } from '../sheet-format.ts'
import { sheetXml, collectFormats, stylesXml, type FurtherFormats, xmlText } from './sheet-xml.ts'
import type { OutRows, WriteOptions } from './out-rows.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

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
  const formats = collectFormats()
  const zip = new ZipFile()
  // The stream of yazl is a stream of Node, which its types do not say.
  const output = zip.outputStream as Readable
  const first = Readable.from(sheetXml(rows, options, formats), { objectMode: false })
  const stop = (error: Error): void => void output.destroy(error)
  zip.on('error', stop)
  first.on('error', stop)
  output.on('close', () => first.destroy())
  for (const [path, xml] of Object.entries(createParts([sheet, ...further.map(({ name }) => name)])))
    zip.addBuffer(Buffer.from(xml), path, entryOptions)
  for (const [index, { rows: others }] of further.entries())
    zip.addReadStream(
      Readable.from(sheetXml(others, { hasHeader: true }, formats), { objectMode: false }),
      sheetPath(index + 1),
      entryOptions,
    )
  zip.addReadStream(first, sheetPath(0), entryOptions)
  const last = Readable.from(stylesLater(formats), { objectMode: false })
  zip.addReadStream(last, 'xl/styles.xml', entryOptions)
  zip.end()
  return output
}

/** Yields the styles when it is read, after the rows. */
function* stylesLater(formats: FurtherFormats): Generator<string> {
  yield stylesXml(formats.codes)
}

const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

/** Creates the parts that link the others. */
function createParts(names: readonly string[]): Record<string, string> {
  const each = (write: (name: string, index: number) => string): string => names.map(write).join('')
  const styleId = `rId${names.length + 1}`
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets>${each((name, index) => `<sheet name="${xmlText(sheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${each((_, index) => `<Relationship Id="rId${index + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`)}<Relationship Id="${styleId}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  }
}

/** Excel rejects some characters in the names of sheets, and apostrophes at their ends. */
function sheetName(name: string): string {
  const allowed = name.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').trim()
  return (
    Array.from(allowed)
      .slice(0, maxNameCharacters)
      .join('')
      .replaceAll(/^'+|'+$/g, '') || 'Sheet1'
  )
}
