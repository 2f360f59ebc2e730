import iconv from 'iconv-lite'
import { program } from './bad-files.ts'
import { makeOffice } from './office-files.ts'
import { makePdf } from './pdf-files.ts'

type Make = () => Buffer | string | Promise<Buffer>

/** A small table. */
export const plainTable = '姓名,Name\r\n王小明,Wang\r\n'

/** The container of encrypted workbooks, and of those from before 2007. */
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2040)])
const page = '<html><body><table><tr><td>姓名</td></tr></table></body></html>'
const book = (more: Parameters<typeof makeOffice>[0] = {}) => makeOffice({ type: 'xlsx', ...more })

/** Tables that an import accepts: name, bytes, kind. */
export const goodTables: [string, Make, 'csv' | 'xlsx'][] = [
  ['名单.csv', () => Buffer.from(plainTable), 'csv'],
  ['mark.CSV', () => Buffer.from(`\uFEFF${plainTable}`), 'csv'],
  ['windows.csv', () => iconv.encode(plainTable, 'gb18030'), 'csv'],
  ['unicode.txt', () => iconv.encode(plainTable, 'utf-16le', { addBOM: true }), 'csv'],
  ['no-mark.tsv', () => iconv.encode(plainTable.replace(',', '\t'), 'utf-16le'), 'csv'],
  // Text that file-type mistakes for a bitmap and an MPEG stream.
  ['bmi.csv', () => Buffer.from('BMI,MZ\r\n1,2\r\n'), 'csv'],
  ['g.csv', () => Buffer.from('G'.repeat(400)), 'csv'],
  ['名单.xlsx', () => book(), 'xlsx'],
  ['links.xlsx', () => book({ links: [['hyperlink', 'https://example.org/']] }), 'xlsx'],
  ['printed.xlsx', () => book({ parts: { 'xl/printerSettings/printerSettings1.bin': 'x' } }), 'xlsx'],
]

const refused = (key: string, files: [what: string, name: string, make: Make][]) =>
  files.map((file) => [...file, `upload.${key}`] as const)

/** Files that imports reject: description, name, bytes, error key. */
export const badTables = [
  ...refused('type', [['an old workbook by its name', 'a.xls', () => compound]]),
  ...refused('unreadable', [
    ['a page behind a mark and blanks', 'a.csv', () => `\uFEFF \r\n<!DOCTYPE HTML>${page}`],
    ['a page in UTF-16', 'a.csv', () => iconv.encode(page, 'utf-16le', { addBOM: true })],
    ['a table of XML', 'a.csv', () => '<?xml version="1.0"?><Workbook/>'],
    ['a document of plain letters', 'a.txt', () => '%PDF-1.7\n1 0 obj\n'],
    ['a program', 'a.csv', () => program],
    ['a workbook named csv', 'a.csv', () => book()],
    ['an old workbook named csv', 'a.csv', () => compound],
    ['a pdf named xlsx', 'a.xlsx', () => makePdf()],
    ['a page named xlsx', 'a.xlsx', () => page],
    ['half a workbook', 'a.xlsx', async () => (await book()).subarray(0, -30)],
    ['a document named xlsx', 'a.xlsx', () => makeOffice()],
    ['a bomb', 'a.xlsx', () => book({ parts: { 'xl/worksheets/sheet1.xml': Buffer.alloc(50_000_000) } })],
  ]),
  ...refused('locked_or_old', [['a locked or old workbook', 'a.xlsx', () => compound]]),
  ...refused('active_sheet', [
    ['macros', 'a.xlsx', () => book({ parts: { 'xl/vbaProject.bin': 'x' } })],
    ['another behind it', 'a.xlsx', () => book({ links: [['externalLinkPath', 'file:///c:/a.xlsx']] })],
  ]),
]
