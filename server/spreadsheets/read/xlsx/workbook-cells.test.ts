import { describe, expect, it } from 'vitest'
import { rawWorkbook, workbookOf, type RawWorkbook } from '../../../../tests/support/raw-workbook.ts'
import { readWorkbook, refusalOf, sheetFile } from '../../../../tests/support/sheet-files.ts'
import type { Cell } from '../../cell.ts'

/** The cells of the first row of a workbook. */
async function cellsOf(cells: string, more?: Partial<RawWorkbook>): Promise<readonly Cell[]> {
  const { rows } = await readWorkbook(await workbookOf(`<row>${cells}</row>`, more))
  return rows[0]?.cells ?? []
}

const date = (day: string) => ({ kind: 'date', date: day })
const both = (day: string, time: string) => ({ kind: 'date', date: day, time })
const time = (clock: string) => ({ kind: 'date', time: clock })
const none = (value: number, format: string) => ({ kind: 'number', value, format })
const numberRow = (value: number) => `<row><c><v>${value}</v></c></row>`

describe('texts of workbooks', () => {
  it('are shared, inline or rich, without readings of their characters', async () => {
    const strings = `<si><t>007</t></si><si><r><rPr><b/></rPr><t>能源</t></r><r><t xml:space="preserve"> 转型</t></r>
      <rPh sb="0" eb="1"><t>néng</t></rPh></si><si><t/></si><si><t><![CDATA[<b> & ]]>x</t></si>`
    const inline = '<c t="inlineStr"><is><r><t>苏</t></r><r><t>州</t></r><rPh><t>sū</t></rPh></is></c>'
    const shared = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`).join('')
    expect(await cellsOf(shared + inline, { strings })).toEqual(['007', '能源 转型', '', '<b> & x', '苏州'])
  })

  it('have the characters that XML cannot hold, and what only looks like them', async () => {
    const texts = ['a_x000D_&#10;b', '_x005F_x000D_', '_xD83D__xDE00_', '_xD83D_', '_x0000_', 'x_y_x']
    const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('')
    const cells = texts.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('')
    expect(await cellsOf(cells, { strings })).toEqual([
      'a\r\nb',
      '_x000D_',
      '😀',
      '_xD83D_',
      '_x0000_',
      'x_y_x',
    ])
  })
})

describe('values of workbooks', () => {
  it('are truth values, errors and formulas as such [S13]', async () => {
    const cells = `<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c><f>A1+1</f><v>5</v></c>
      <c t="str"><f>[1]Other!A1</f><v>x</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><v>text</v></c>`
    expect(await cellsOf(cells)).toEqual([
      true,
      false,
      { kind: 'error', code: '#N/A' },
      { kind: 'formula', formula: 'A1+1' },
      { kind: 'formula', formula: '[1]Other!A1' },
      { kind: 'formula', formula: '1/0' },
      'text',
    ])
  })

  it('that one formula fills are formulas, though the file has them as values', async () => {
    const rows = `<row r="1"><c r="A1"><f t="array" ref="A1:B2">X1:Y2</f><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>
      <row r="2"><c r="A2"><v>4</v></c><c r="C2"><f t="shared" ref="C2:C3" si="0">A2*2</f><v>8</v></c></row>
      <row r="3"><c r="A3"><v>5</v></c><c r="C3"><f t="shared" si="0"/><v>9</v></c></row>`
    const { rows: read } = await readWorkbook(await workbookOf(rows))
    const filled = { kind: 'formula', formula: 'X1:Y2' }
    expect(read.map(({ cells }) => cells)).toEqual([
      [filled, filled, { kind: 'number', value: 3 }],
      [filled, '', { kind: 'formula', formula: 'A2*2' }],
      [{ kind: 'number', value: 5 }, '', { kind: 'formula', formula: '' }],
    ])
  })

  it('are numbers, with the format that shows other digits [S13]', async () => {
    const cases: [string, string | number, string | undefined][] = [
      ['7', 'General', undefined],
      ['7', 0, undefined],
      ['7', 1, undefined],
      ['7', '0_ ', undefined],
      ['7', '0_);[Red]\\(0\\)', undefined],
      ['7', 'G/通用格式', undefined],
      ['-7', '0', undefined],
      ['-7', '0_);[Red]\\(0\\)', '0_);[Red]\\(0\\)'],
      ['1.5', 1, '0'],
      ['0', '0;-0;;@', '0;-0;;@'],
      ['7', '000', '000'],
      ['1.5', 2, '0.00'],
      ['1234', 3, '#,##0'],
      ['0.5', 9, '0%'],
      ['7', 49, '@'],
      ['7', '[$¥-804]#,##0.00', '[$¥-804]#,##0.00'],
      ['7', '[$¥-804]0', '[$¥-804]0'],
      ['7', '0"天"', '0"天"'],
      ['7', '0.00E+00', '0.00E+00'],
      ['7', '[>5]0.0;0', '[>5]0.0;0'],
      ['1.5', '[h]:mm:ss', '[h]:mm:ss'],
      ['1.1010519900307E+17', 'General', undefined],
    ]
    const formats = cases.map(([, format]) => format)
    const cells = cases.map(([value], index) => `<c s="${index + 1}"><v>${value}</v></c>`).join('')
    const expected = cases.map(([value, , format]) => ({
      kind: 'number',
      value: Number(value),
      ...(format !== undefined && { format }),
    }))
    expect(await cellsOf(cells, { formats })).toEqual(expected)
  })
})

describe('dates of workbooks', () => {
  const cases: [value: number, format: string | number, in1900: unknown, in1904: unknown][] = [
    [45174, 14, date('2023-09-05'), date('2027-09-06')],
    [45174, 'yyyy"年"m"月"d"日"', date('2023-09-05'), date('2027-09-06')],
    [45174, 31, date('2023-09-05'), date('2027-09-06')],
    [45174, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', date('2023-09-05'), date('2027-09-06')],
    [45174, 'm/d', date('2023-09-05'), date('2027-09-06')],
    [45174, 22, both('2023-09-05', '00:00:00'), both('2027-09-06', '00:00:00')],
    [45174.395833333336, 22, both('2023-09-05', '09:30:00'), both('2027-09-06', '09:30:00')],
    [45174.395833333336, 14, both('2023-09-05', '09:30:00'), both('2027-09-06', '09:30:00')],
    [45174.99999999, 22, both('2023-09-06', '00:00:00'), both('2027-09-07', '00:00:00')],
    [0.395833333333333, 20, time('09:30:00'), time('09:30:00')],
    [0.395833333333333, '[h]:mm', time('09:30:00'), time('09:30:00')],
    [0.395833333333333, '上午/下午h"时"mm"分"', time('09:30:00'), time('09:30:00')],
    [0, 20, time('00:00:00'), time('00:00:00')],
    [0, 14, none(0, 'yyyy/m/d'), date('1904-01-01')],
    [1, 14, date('1900-01-01'), date('1904-01-02')],
    [59, 14, date('1900-02-28'), date('1904-02-29')],
    [60, 14, none(60, 'yyyy/m/d'), date('1904-03-01')],
    [61, 14, date('1900-03-01'), date('1904-03-02')],
    [-1, 14, none(-1, 'yyyy/m/d'), none(-1, 'yyyy/m/d')],
    [2_958_465, 14, date('9999-12-31'), none(2_958_465, 'yyyy/m/d')],
    [2_958_466, 14, none(2_958_466, 'yyyy/m/d'), none(2_958_466, 'yyyy/m/d')],
    [1.5, '[h]:mm', none(1.5, '[h]:mm'), none(1.5, '[h]:mm')],
  ]
  const formats = cases.map(([, format]) => format)
  const cells = cases.map(([value], index) => `<c s="${index + 1}"><v>${value}</v></c>`).join('')

  it('are those of the calendar of 1900, which has a day that was none', async () => {
    expect(await cellsOf(cells, { formats })).toEqual(cases.map(([, , in1900]) => in1900))
  })

  it('are those of the calendar of 1904 where the workbook says so [S13]', async () => {
    const read = await cellsOf(cells, { formats, properties: 'date1904="1"' })
    expect(read).toEqual(cases.map(([, , , in1904]) => in1904))
  })

  it('can be texts', async () => {
    const texts = ['2023-09-05', '2023-09-05T09:30:00', 'T09:30:00', '2023-09-05T09:30:00.000Z']
    expect(await cellsOf(texts.map((text) => `<c t="d"><v>${text}</v></c>`).join(''))).toEqual([
      date('2023-09-05'),
      both('2023-09-05', '09:30:00'),
      time('09:30:00'),
      both('2023-09-05', '09:30:00'),
    ])
  })
})

describe('places and sheets of workbooks', () => {
  it('are those that rows and cells say, or else the next', async () => {
    const rows = `<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c r="AA5"><v>4</v></c></row>
      <row r="7" s="1"/><row><c><v>5</v></c></row>`
    const { rows: read } = await readWorkbook(await workbookOf(rows))
    expect(read.map(({ line, cells }) => [line, cells.length])).toEqual([
      [1, 4],
      [5, 27],
      [8, 1],
    ])
  })

  it('elements behind the table are none of it', async () => {
    const row = '<row r="9"><c><v>1</v></c></row>'
    const after = `<extLst><ext>${row}<f>A1</f></ext></extLst><sheetData>${row}</sheetData>`
    const sheets = [{ name: 'S', rows: '<row><c><v>1</v></c></row>', after }]
    const { rows } = await readWorkbook(sheetFile(await rawWorkbook({ sheets })))
    expect(rows).toEqual([{ line: 1, cells: [{ kind: 'number', value: 1 }] }])
  })

  it('names may have prefixes, as in the strict form', async () => {
    const sheet = `<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData>
      <x:row><x:c><x:f>A2</x:f><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const path = await workbookOf('', { parts: { 'xl/worksheets/sheet1.xml': sheet } })
    expect((await readWorkbook(path)).rows[0]?.cells).toEqual([{ kind: 'formula', formula: 'A2' }])
  })

  it('only visible sheets are there, and the first with anything in it is read', async () => {
    const sheets = [
      { name: 'hidden', rows: numberRow(1), attributes: 'state="hidden"' },
      { name: 'very', rows: numberRow(2), attributes: 'state="veryHidden"' },
      { name: 'blank', rows: '<row><c s="0"/></row>' },
      { name: '名单', rows: numberRow(3) },
      { name: 'more', rows: numberRow(4), attributes: 'state="visible"' },
    ]
    const path = sheetFile(await rawWorkbook({ sheets }))
    const found = await readWorkbook(path)
    expect(found.sheets).toEqual(['blank', '名单', 'more'])
    expect(found.format).toEqual({ kind: 'xlsx', sheet: '名单' })
    expect(found.rows[0]?.cells).toEqual([{ kind: 'number', value: 3 }])
    expect(found.unreadSheets).toEqual(['more'])
    const more = await readWorkbook(path, { sheet: 'more' })
    expect(more.rows[0]?.cells).toEqual([{ kind: 'number', value: 4 }])
    expect(more.unreadSheets).toBeUndefined()
    expect(await refusalOf(readWorkbook(path, { sheet: 'hidden' }))).toEqual([
      'no_such_sheet',
      { sheet: 'hidden' },
    ])
    expect(await refusalOf(readWorkbook(path, { sheet: 'blank' }))).toEqual(['empty', {}])
  })
})
