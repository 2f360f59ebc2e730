import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../../tests/support/sheet-files.ts'

async function cellsOf(text: string): Promise<unknown[]> {
  return (await readCsv(text)).rows.map(({ cells }) => cells)
}

describe('cells of CSV files', () => {
  it('are the texts of the file', async () => {
    expect(await cellsOf('a,b,c,d,e\n007,1.10, NULL,TRUE,32050119900101123X\n')).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['007', '1.10', ' NULL', 'TRUE', '32050119900101123X'],
    ])
  })

  it('hold separators, line breaks and doubled quotation marks within quotation marks', async () => {
    expect(await cellsOf('a,b\r\n"x, y","1\r\n2\n3\r4"\r\n"""q"" r","say ""hi"""\r\n"""",""\r\n')).toEqual([
      ['a', 'b'],
      ['x, y', '1\r\n2\n3\r4'],
      ['"q" r', 'say "hi"'],
      ['"'],
    ])
  })

  it('keep quotation marks within them', async () => {
    expect(await cellsOf('screen,note\n55" TV,the "big" one\n "x",y\n')).toEqual([
      ['screen', 'note'],
      ['55" TV', 'the "big" one'],
      [' "x"', 'y'],
    ])
  })

  it('may be fewer or more than the header has', async () => {
    expect(await cellsOf('a,b,c\n1\n1,2,3,4,5\n1,,3,,\n')).toEqual([
      ['a', 'b', 'c'],
      ['1'],
      ['1', '2', '3', '4', '5'],
      ['1', '', '3'],
    ])
  })
})

describe('lines of CSV files', () => {
  it('are counted as Excel shows them: empty ones count, line breaks within cells do not [S13]', async () => {
    const { rows } = await readCsv('\n \na,b\n\n,,\n"1\n2",3\n\n\n4,5')
    expect(rows).toEqual([
      { line: 3, cells: ['a', 'b'] },
      { line: 6, cells: ['1\n2', '3'] },
      { line: 9, cells: ['4', '5'] },
    ])
  })

  it('may end differently in one file', async () => {
    const { rows } = await readCsv('a\r\nb\nc\rd\r\r\ne')
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [6, 'e'],
    ])
  })
})

describe('the separator', () => {
  it('is what Excel’s first line says, which is no row but a line', async () => {
    const { rows, format } = await readCsv('sep=;\r\na,b;c,d;e,f\r\n1;2;3\r\n')
    expect(format).toMatchObject({ separator: ';', lineEnd: '\r\n' })
    expect(rows).toEqual([
      { line: 2, cells: ['a,b', 'c,d', 'e,f'] },
      { line: 3, cells: ['1', '2', '3'] },
    ])
  })

  it.each([
    [';', 'id;text\n1;Hello, world\n2;one, two, three\n3;none\n'],
    [';', 'Name, first;Name, last;id\na;b;1\nc, d, e;f;2\n'],
    ['\t', 'id\ttext\n1\ta,b;c\n2\td,e;f\n'],
    [',', 'id,text\n1,"a;b;c;d"\n2,"\t;\t;\n;;;"\n'],
    [';', '55" TV;a\n1;2\n3;4\nx,y;5\n'],
    [',', '55" TV,note\n27" TV,x\n'],
    [',', 'only one column\nx\n'],
    [';', 'Forum, 2023\nas of today, final\nname\n;x;;y\nz;\n'],
    ['\t', 'Forum, 2023\nas of 5 September, final\nname\na\tb; c\td\ne; f\tg\n\t\t\th\n'],
  ])('%j is found', async (separator, text) => {
    expect((await readCsv(text)).format).toMatchObject({ separator })
  })

  it('is the one that the user chooses', async () => {
    const { rows, format } = await readCsv('a;b,c\n1;2,3\n', { separator: ',' })
    expect(format).toMatchObject({ separator: ',' })
    expect(rows[1]?.cells).toEqual(['1;2', '3'])
  })
})
