import iconv from 'iconv-lite'
import { program } from './bad-files.ts'
import { makeOffice } from './office-files.ts'
import { makePdf } from './pdf-files.ts'
import { makePicture } from './picture-files.ts'

type Make = () => Buffer | string | Promise<Buffer>

/** A small table. */
export const plainTable = '姓名,Name\r\n王小明,Wang\r\n'

/** The container of workbooks that are locked, and of those from before 2007. */
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2040)])
const page = '<html><body><table><tr><td>姓名</td></tr></table></body></html>'
const link = ['externalLinkPath', 'file:///c:/a.xlsx'] as const

/** Tables that an import takes: name, bytes, kind. */
export const goodTables: [string, Make, 'csv' | 'xlsx'][] = [
  ['名单.csv', () => Buffer.from(plainTable), 'csv'],
  ['mark.CSV', () => Buffer.from(`\uFEFF${plainTable}`), 'csv'],
  ['windows.csv', () => iconv.encode(plainTable, 'gb18030'), 'csv'],
  ['unicode.txt', () => iconv.encode(plainTable, 'utf-16le', { addBOM: true }), 'csv'],
  ['no-mark.txt', () => iconv.encode(plainTable, 'utf-16le'), 'csv'],
  ['big.txt', () => iconv.encode(plainTable, 'utf-16be', { addBOM: true }), 'csv'],
  ['tabs.tsv', () => Buffer.from(plainTable.replaceAll(',', '\t')), 'csv'],
  // What file-type takes for a bitmap, a program, sound and a stream of pictures.
  ['bmi.csv', () => Buffer.from('BMI,MZ\r\n1,2\r\n'), 'csv'],
  ['mz.csv', () => Buffer.from('MZ,BM\r\n1,2\r\n'), 'csv'],
  ['id3.csv', () => Buffer.from('ID3,name\r\n1,2\r\n'), 'csv'],
  ['g.csv', () => Buffer.from('G'.repeat(400)), 'csv'],
  ['名单.xlsx', () => makeOffice({ type: 'xlsx' }), 'xlsx'],
  ['links.xlsx', () => makeOffice({ type: 'xlsx', links: [['hyperlink', 'https://example.org/']] }), 'xlsx'],
  [
    'printed.xlsx',
    () => makeOffice({ type: 'xlsx', parts: { 'xl/printerSettings/printerSettings1.bin': 'x' } }),
    'xlsx',
  ],
]

/** Files that no import takes: what each is, its name and bytes, the answer's key. */
export const badTables: [string, string, Make, string][] = [
  ['a page', 'a.csv', () => page, 'upload.unreadable'],
  [
    'a page behind a mark and blanks',
    'a.csv',
    () => `\uFEFF \r\n<!DOCTYPE HTML>${page}`,
    'upload.unreadable',
  ],
  ['a page in UTF-16', 'a.csv', () => iconv.encode(page, 'utf-16le', { addBOM: true }), 'upload.unreadable'],
  ['a table of XML', 'a.csv', () => '<?xml version="1.0"?><Workbook/>', 'upload.unreadable'],
  ['a document of plain letters', 'a.txt', () => '%PDF-1.7\n1 0 obj\n', 'upload.unreadable'],
  ['a rich text', 'a.txt', () => '{\\rtf1 x}', 'upload.unreadable'],
  ['a program', 'a.csv', () => program, 'upload.unreadable'],
  ['a picture', 'a.csv', () => makePicture('png'), 'upload.unreadable'],
  ['a workbook named csv', 'a.csv', () => makeOffice({ type: 'xlsx' }), 'upload.unreadable'],
  ['an old workbook named csv', 'a.csv', () => compound, 'upload.unreadable'],
  ['a pdf named xlsx', 'a.xlsx', () => makePdf(), 'upload.unreadable'],
  ['a page named xlsx', 'a.xlsx', () => page, 'upload.unreadable'],
  ['a locked or old workbook', 'a.xlsx', () => compound, 'upload.locked_or_old'],
  ['an old workbook by its name', 'a.xls', () => compound, 'upload.type'],
  [
    'half a workbook',
    'a.xlsx',
    async () => (await makeOffice({ type: 'xlsx' })).subarray(0, -30),
    'upload.unreadable',
  ],
  ['a document named xlsx', 'a.xlsx', () => makeOffice(), 'upload.unreadable'],
  [
    'a bomb',
    'a.xlsx',
    () => makeOffice({ type: 'xlsx', parts: { 'xl/worksheets/sheet1.xml': Buffer.alloc(50_000_000) } }),
    'upload.unreadable',
  ],
  [
    'macros',
    'a.xlsx',
    () => makeOffice({ type: 'xlsx', parts: { 'xl/vbaProject.bin': 'x' } }),
    'upload.active_sheet',
  ],
  [
    'another workbook behind it',
    'a.xlsx',
    () => makeOffice({ type: 'xlsx', links: [link] }),
    'upload.active_sheet',
  ],
]
