import { describe, expect, it } from 'vitest'
import { readCsv, refusalOf } from '../../../../tests/support/sheet-files.ts'

describe('a quotation mark that is not closed as it should be', () => {
  it.each([
    ['at the end of the file', 'a,b\n\n1,"2\n3,4\n', 3],
    ['before another quoted cell', 'a,b\n1,"x\n2,"y"\n3,z\n', 2],
    ['before more of the cell', 'a,b\n"1",2\n"x"y,3\n', 3],
    ['around others that are not doubled', 'a\r\n"He said "hi", and left"\r\n', 2],
    ['behind a cell that is closed with a blank', '"a" ,b\n', 1],
    ['after a first line that is no row', 'sep=,\n"a""\n', 2],
  ])('is refused with the line where it began: %s [S13]', async (_, text, line) => {
    expect(await refusalOf(readCsv(text))).toEqual(['unclosed_quote', { line }])
  })

  it('is refused before the whole of a long file is taken for one cell', async () => {
    const text = `a,b\n1,"2\n${'3,4 and more text\n'.repeat(600_000)}`
    expect(await refusalOf(readCsv(text))).toEqual(['too_long_cell', { line: 2, max: 100_000 }])
  })
})

describe('a CSV file that is too much', () => {
  it.each([
    ['a million columns', 'a\n' + ',x'.repeat(1_000_000), 'too_many_columns', { line: 2, max: 500 }],
    ['a million empty columns', 'a\n' + ','.repeat(1_000_000), 'too_many_columns', { line: 2, max: 500 }],
    ['a long cell', `a\n\n${'x'.repeat(100_001)}\n`, 'too_long_cell', { line: 3, max: 100_000 }],
    ['200,001 rows', 'x\n'.repeat(200_001), 'too_many_rows', { max: 200_000 }],
  ])('is refused: %s', async (_, text, reason, params) => {
    expect(await refusalOf(readCsv(text))).toEqual([reason, params])
  })

  it('is taken up to that: 500 columns beside empty ones, 100,000 characters', async () => {
    const wide = `${'x,'.repeat(500)}${','.repeat(2000)}\n`
    const { rows } = await readCsv(`${wide}${'中'.repeat(100_000)}\n`)
    expect(rows[0]?.cells).toHaveLength(500)
    expect(rows[1]?.cells[0]).toHaveLength(100_000)
  })
})

describe('a CSV file with nothing in it', () => {
  it.each([
    ['no byte', ''],
    ['a mark', '\uFEFF'],
    ['line ends', '\r\n\n\r'],
    ['empty cells', ',,\n"",\n  , \n'],
    ['a first line that is no row', 'sep=;\r\n'],
  ])('is refused: %s', async (_, text) => {
    expect(await refusalOf(readCsv(text))).toEqual(['empty', {}])
  })
})
