import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { sheetFile } from './sheet-files.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook by the XML of its parts, for content that no library writes. */
export interface RawWorkbook {
  /** Name of each sheet, the rows within `sheetData`, XML before and after it, and attributes of its entry. */
  sheets: readonly { name: string; rows: string; attributes?: string; before?: string; after?: string }[]
  /** Number formats of the styles 1, 2, …; numbers are built-in formats. */
  formats?: readonly (string | number)[]
  /** Elements `si`. */
  strings?: string
  properties?: string
  /** Additional or replaced parts. */
  parts?: Readonly<Record<string, string | Buffer>>
}

/** Writes a workbook with one sheet of these rows. @returns its path */
export async function workbookOf(rows: string, more: Partial<RawWorkbook> = {}): Promise<string> {
  return sheetFile(await rawWorkbook({ sheets: [{ name: 'Sheet1', rows }], ...more }))
}

/** Builds the bytes of a workbook. */
export async function rawWorkbook(workbook: RawWorkbook): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries({ ...partsOf(workbook), ...workbook.parts }))
    // A compressor for each of ten thousand empty parts would take most of the test's time.
    zip.addBuffer(Buffer.from(content), name, { compress: content.length > 0 })
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>)
}

function partsOf({
  sheets,
  formats = [],
  strings = '',
  properties = '',
}: RawWorkbook): Record<string, string> {
  const entries = sheets.map(
    ({ name, attributes = '' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}" ${attributes}/>`,
  )
  const links = sheets.map((_, index) =>
    link(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  const own = formats.flatMap((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${200 + index}" formatCode="${escaped(format)}"/>` : [],
  )
  const styles = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`,
  )
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relationships([link('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${properties}/><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...links,
      link('rIdT', 'sharedStrings', '/xl/sharedStrings.xml'),
      link('rIdS', 'styles', 'styles.xml'),
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, before = '', after = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  }
}

function relationships(links: readonly string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`
}

function link(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
