import iconv from 'iconv-lite'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { readCsv, readSheet, sheetFile } from '../../../tests/support/sheet-files.ts'

/** Characters beyond the basic plane, of extension A, of four bytes in GB18030, and of its edition of 2022. */
const rare = ['𠮷', '㐂', '䶮', '𬎆', '龴', '︐', 'ḿ', '€', '😀', '々']

/** 200 rows as organisers have them, under a header. */
const table = [
  ['编号', '姓名', '单位', '议题', '电话', '备注'],
  ...Array.from({ length: 200 }, (_, index) => [
    String(index).padStart(5, '0'),
    `王${rare[index % rare.length]}明`,
    `中国科学院, 第${index}研究所; 苏州`,
    `他说："能源转型"\n第${index}行`,
    `1380000${String(index).padStart(4, '0')}`,
    index % 3 === 0 ? 'NULL' : ' 1.10 x',
  ]),
]
const rows = table.map((cells, index) => ({ line: index + 1, cells }))

const layouts = (['\r\n', '\n', '\r'] as const).flatMap((lineEnd) =>
  ([',', ';', '\t'] as const).map((separator) => ({ lineEnd, separator })),
)

describe.each([
  ['utf-8', true],
  ['utf-8', false],
  ['utf-16le', true],
  ['utf-16le', false],
  ['utf-16be', true],
  ['utf-16be', false],
  ['gb18030', false],
] as const)('200 Chinese rows in %s, with a mark: %s', (encoding, hasMark) => {
  it.each(layouts)('parted by $separator, lines by $lineEnd [S13]', async ({ lineEnd, separator }) => {
    const text = stringify(table, { delimiter: separator, record_delimiter: lineEnd })
    const read = await readCsv(iconv.encode(text, encoding, { addBOM: hasMark }))
    expect(read.rows).toEqual(rows)
    expect(read.format).toEqual({ kind: 'csv', encoding, hasMark, separator, lineEnd })
    expect(read.encodings?.[0]).toBe(encoding)
  })
})

it('the same rows as a workbook [S13]', async () => {
  const workbook = await writeExcel(
    table.map((cells) => cells.map((value) => ({ value, type: String }))),
  ).toBuffer()
  const read = await readSheet(sheetFile(workbook), 'xlsx')
  expect(read.rows).toEqual(rows)
})
