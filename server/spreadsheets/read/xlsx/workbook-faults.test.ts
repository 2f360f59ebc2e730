import { writeXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { rawWorkbook, workbookOf, type RawWorkbook } from '../../../../tests/support/raw-workbook.ts'
import { readSheet, refusalOf, sheetFile } from '../../../../tests/support/sheet-files.ts'

const good = '<row><c><v>1</v></c></row>'
/** Expands to many MB and compresses to nearly nothing. */
const zeros = Buffer.alloc(20_000_000)

/** Returns why a workbook with these rows is rejected. */
async function refusedFor(rows: string, more?: Partial<RawWorkbook>): Promise<[string, object]> {
  return refusalOf(readSheet(await workbookOf(rows, more), 'xlsx'))
}

// After files that broke their threads, the next one is read.
afterAll(async () => {
  await readSheet(await workbookOf(good), 'xlsx')
})

describe('a file that is no workbook', () => {
  it('is distinguished from one with a password, and from older ones [S13]', async () => {
    const locked = await writeXlsx({ sheets: [{ name: 'S', rows: [['x']] }], encryption: { password: 'p' } })
    expect(await refusalOf(readSheet(sheetFile(Buffer.from(locked)), 'xlsx'))).toEqual(['encrypted', {}])
    const old = Buffer.alloc(100_000)
    old.write('d0cf11e0a1b11ae1', 'hex')
    old.write('Workbook', 512 + 128, 'utf16le')
    expect(await refusalOf(readSheet(sheetFile(old), 'xlsx'))).toEqual(['old_format', {}])
    expect(await refusedFor(good, { parts: { 'xl/workbook.bin': 'x' } })).toEqual(['old_format', {}])
    expect(await refusedFor(good, { parts: { mimetype: 'x' } })).toEqual(['old_format', {}])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('a,b\n1,2\n')],
    ['a page', Buffer.from('<html><table><tr><td>1</td></tr></table></html>')],
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
  ])('is refused: %s', async (_, bytes) => {
    expect(await refusalOf(readSheet(sheetFile(bytes), 'xlsx'))).toEqual(['unreadable', {}])
  })

  it('is refused when it is cut off anywhere', async () => {
    const whole = await rawWorkbook({ sheets: [{ name: 'S', rows: good.repeat(300) }] })
    for (const length of [30, 500, whole.length - 200, whole.length - 1])
      expect(await refusalOf(readSheet(sheetFile(whole.subarray(0, length)), 'xlsx'))).toEqual([
        'unreadable',
        {},
      ])
  })
})

describe('a workbook that is too much', () => {
  it.each([
    ['a part that shrinks to a thousandth', { 'xl/media/image1.png': zeros }, 'too_large'],
    ['the sheet itself', { 'xl/worksheets/sheet1.xml': zeros }, 'too_large'],
    [
      'ten thousand parts',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`xl/media/${index}`, ''])),
      'too_large',
    ],
  ])('is refused before it is expanded: %s [S13]', async (_, parts, reason) => {
    expect(await refusedFor(good, { parts })).toEqual([reason, {}])
  })

  it('is refused when a part is more than the directory says', async () => {
    const whole = await rawWorkbook({ sheets: [{ name: 'S', rows: good.repeat(5000) }] })
    const central = whole.lastIndexOf('xl/worksheets/sheet1.xml')
    // The size lies 22 bytes before the name in the directory (APPNOTE 4.3.12).
    whole.writeUInt32LE(100, central - 22)
    expect(await refusalOf(readSheet(sheetFile(whole), 'xlsx'))).toEqual(['unreadable', {}])
  })

  it('is refused when a part is another than the directory says', async () => {
    const whole = await rawWorkbook({ sheets: [{ name: 'S', rows: good.repeat(5000) }] })
    const central = whole.lastIndexOf('xl/worksheets/sheet1.xml')
    // So does its checksum, 30 bytes before.
    whole.writeUInt8(255 - whole.readUInt8(central - 30), central - 30)
    expect(await refusalOf(readSheet(sheetFile(whole), 'xlsx'))).toEqual(['unreadable', {}])
  })

  it.each([
    ['a million columns', '<row><c r="A1"><v>1</v></c>' + '<c><v>1</v></c>'.repeat(1_000_000) + '</row>'],
    ['one far out', '<row r="1"><c r="XFD1"><v>1</v></c></row>'],
    ['one behind 500', '<row r="1"><c r="SG1"><v>1</v></c></row>'],
  ])('is refused for its columns: %s', async (_, rows) => {
    expect(await refusedFor(rows)).toEqual(['too_many_columns', { line: 1, max: 500 }])
  })

  it('is taken with a column 500, and with empty cells behind it', async () => {
    const rows = '<row r="1"><c r="SF1"><v>1</v></c><c r="XFD1" s="1"/></row>'
    expect((await readSheet(await workbookOf(rows), 'xlsx')).rows[0]?.cells).toHaveLength(500)
  })

  it('is refused for its rows, empty ones not counted', async () => {
    expect(await refusedFor('<row/>'.repeat(250_000) + good.repeat(200_001))).toEqual([
      'too_many_rows',
      { max: 200_000 },
    ])
  })

  it.each([
    ['shared', '<row r="2"><c t="s"><v>0</v></c></row>', `<si><t>${'x'.repeat(100_001)}</t></si>`],
    [
      'shared, of escapes',
      '<row r="2"><c t="s"><v>0</v></c></row>',
      `<si><t>${'_x0041_'.repeat(14_286)}</t></si>`,
    ],
    ['inline', `<row r="2"><c t="inlineStr"><is><t>${'x'.repeat(100_001)}</t></is></c></row>`, ''],
    ['a value', `<row r="2"><c t="str"><v>${'x'.repeat(100_001)}</v></c></row>`, ''],
  ])('is refused for a long cell: %s', async (_, rows, strings) => {
    expect(await refusedFor(rows, { strings })).toEqual(['too_long_cell', { line: 2, max: 100_000 }])
  })
})

describe('a workbook that lays traps', () => {
  const entity =
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'

  it.each([
    [
      'entities',
      { 'xl/worksheets/sheet1.xml': `${entity}<worksheet><sheetData>&b;&f;</sheetData></worksheet>` },
    ],
    ['entities that nobody defined', { 'xl/sharedStrings.xml': '<sst><si><t>&a;</t></si></sst>' }],
    ['a document type in its list of sheets', { 'xl/workbook.xml': `${entity}<workbook/>` }],
    ['elements within elements', { 'xl/styles.xml': '<a>'.repeat(65) + '</a>'.repeat(65) }],
    ['styles without end', { 'xl/styles.xml': `<s><cellXfs>${'<xf/>'.repeat(100_001)}</cellXfs></s>` }],
    ['a text without end', { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(3_000_000)}</t></si></sst>` }],
    ['a name without end', { 'xl/styles.xml': `<${'x'.repeat(3_000_000)}/>` }],
    ['another encoding', { 'xl/styles.xml': '<?xml version="1.0" encoding="gb2312"?><styleSheet/>' }],
    ['bytes that are no text', { 'xl/styles.xml': Buffer.from('3c613eff3c2f613e', 'hex') }],
    ['a part that is not there', { 'xl/_rels/workbook.xml.rels': '<Relationships/>', 'xl/workbook.xml': '' }],
  ] as [string, Record<string, string | Buffer>][])('is refused: %s', async (_, parts) => {
    expect(await refusedFor(good, { parts })).toEqual(['unreadable', {}])
  })

  it.each([
    ['rows twice', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'],
    ['cells twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['cells of other rows', '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ['places that there are none', '<row r="1048577"><c><v>1</v></c></row>'],
    ['columns that there are none', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
    ['texts that there are none', '<row><c t="s"><v>7</v></c></row>'],
    ['numbers that are none', '<row><c><v>0x10</v></c></row>'],
    ['numbers without end', '<row><c><v>1e999</v></c></row>'],
    ['kinds that there are none', '<row><c t="z"><v>1</v></c></row>'],
    ['more formulas over areas than tables have', areas(1001)],
  ])('is refused, since Excel calls it damaged too: %s', async (_, rows) => {
    expect(await refusedFor(rows)).toEqual(['unreadable', {}])
  })

  it('reads without its macros and without what it links to', async () => {
    const rows = '<row><c t="str"><f>[1]Sheet1!A1</f><v>old</v></c><c><v>2</v></c></row>'
    const parts = {
      'xl/vbaProject.bin': zeros.subarray(0, 1000),
      'xl/externalLinks/externalLink1.xml': '<!DOCTYPE x><broken>',
    }
    const { rows: read } = await readSheet(await workbookOf(rows, { parts }), 'xlsx')
    expect(read[0]?.cells).toEqual([
      { kind: 'formula', formula: '[1]Sheet1!A1' },
      { kind: 'number', value: 2 },
    ])
  })

  it('with a part twice is refused: two programs would see two tables', async () => {
    const whole = await rawWorkbook({
      sheets: [{ name: 'S', rows: good }],
      parts: { 'xl/styles2xml': '<x/>' },
    })
    const twice = Buffer.from(whole.toString('latin1').replaceAll('xl/styles2xml', 'xl/styles.xml'), 'latin1')
    expect(await refusalOf(readSheet(sheetFile(twice), 'xlsx'))).toEqual(['unreadable', {}])
  })
})

function areas(count: number): string {
  const cell = '<c><f t="array" ref="A1:A1048576">x</f></c>'
  return `<row>${cell.repeat(400)}</row>`.repeat(Math.ceil(count / 400))
}
