import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { readCsv, refusalOf } from '../../../../tests/support/sheet-files.ts'

/** Two characters in GB18030 whose bytes are valid UTF-8 too. */
const ambiguous = iconv.encode('a,模目\r\n', 'gb18030')

describe('the encoding of a CSV file', () => {
  it('that is valid in two is reported with both, and read as the user chooses [S13]', async () => {
    const found = await readCsv(ambiguous)
    expect(found.encodings).toEqual(['utf-8', 'gb18030'])
    expect(found.rows[0]?.cells).toEqual(['a', 'ģĿ'])
    const sheet = await readCsv(ambiguous, { encoding: 'gb18030' })
    expect(sheet.rows[0]?.cells).toEqual(['a', '模目'])
    expect(sheet.encodings).toEqual(['gb18030', 'utf-8'])
    expect(sheet.format).toMatchObject({ encoding: 'gb18030' })
  })

  it.each([
    ['big5', '姓名,單位\r\n陳範例,範例大學\r\n'],
    ['big5', '第一屆能源轉型國際論壇，與會嘉賓名單\n'],
    ['windows-1252', 'Name,Organisation\nMüller Beispiel,Universität zum Beispiel\nÅse Prøve,Žižek & Sœur\n'],
    ['gb18030', '姓名,单位\n陈示例,示例大学\n'],
    ['gb18030', '第一届能源转型国际论坛，参会嘉宾名单：朱镕基、喆\n'],
  ])('is found to be %s by its characters: %s', async (encoding, text) => {
    const found = await readCsv(iconv.encode(text, encoding))
    expect(found.format).toMatchObject({ encoding })
    expect(found.rows.map(({ cells }) => cells)).toEqual(
      text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(',')),
    )
  })

  it('that two languages could have written is reported with both', async () => {
    const { encodings } = await readCsv(iconv.encode('白北\n', 'gb18030'))
    expect(encodings).toEqual(['gb18030', 'big5'])
    expect((await readCsv(iconv.encode('大學\n', 'big5'), { encoding: 'windows-1252' })).encodings?.[0]).toBe(
      'windows-1252',
    )
  })

  it('is found by characters behind thousands of lines without any', async () => {
    const lines = Array.from({ length: 9000 }, (_, index) => `Smith ${index}`)
    const bytes = iconv.encode([...lines, 'Müller', 'José'].join('\n'), 'windows-1252')
    expect((await readCsv(bytes)).format).toMatchObject({ encoding: 'windows-1252' })
  })

  it('is doubtful where few characters are common ones in it', async () => {
    const texts = [
      ['Иван Петров, Анна Соколова', 'windows-1251'],
      ['東京大学、さくら', 'shift_jis'],
      ['张玥\n李淼\n王昊天', 'gb18030'],
      ['龘喆', 'utf-8'],
    ] as const
    const found = await Promise.all(texts.map(([text, encoding]) => readCsv(iconv.encode(text, encoding))))
    expect(found.map(({ isDoubtful }) => isDoubtful ?? false)).toEqual([true, true, false, false])
  })

  it('of nothing but ASCII is UTF-8, and no other is offered', async () => {
    expect((await readCsv('a,b\n1,2\n')).encodings).toEqual(['utf-8'])
  })

  it('goes on over the pieces in which a file is read', async () => {
    const characters = Array.from({ length: 40_000 }, (_, index) => 0x4e00 + ((index * 7919) % 20_000))
    const text = `a\n𠮷㐂${String.fromCodePoint(...characters)}`
    for (const encoding of ['utf-8', 'gb18030', 'utf-16be'])
      expect((await readCsv(iconv.encode(text, encoding))).rows[1]?.cells).toEqual([text.slice(2)])
  })

  it('of a text of nothing but characters whose second byte is zero is found by its line ends', async () => {
    const text = '一,一,一\r\n一,一,一\r\n'
    for (const encoding of ['utf-16le', 'utf-16be'])
      expect((await readCsv(iconv.encode(text, encoding))).format).toMatchObject({ encoding })
  })

  it('decodes the characters of the edition of 2022', async () => {
    const { rows } = await readCsv(Buffer.from('d0a6d9a8bcfe59843182360a', 'hex').subarray(1))
    expect(rows[0]?.cells).toEqual(['\uFE10\u1E3F\u9FB4\uFE10'])
  })
})

describe('a CSV file that reads in no encoding', () => {
  it('is refused with the line', async () => {
    const broken = Buffer.concat([
      iconv.encode('姓名,单位\n"王\n明",x\n李,', 'gb18030'),
      Buffer.from([0xff, 0x0a]),
    ])
    expect(await refusalOf(readCsv(broken))).toEqual(['undecodable', { encoding: 'gb18030', line: 3 }])
  })

  it('is rejected in the one that the user chooses', async () => {
    const table = iconv.encode('a\n姓名\n', 'gb18030')
    expect(await refusalOf(readCsv(table, { encoding: 'utf-8' }))).toEqual([
      'undecodable',
      { encoding: 'utf-8', line: 2 },
    ])
  })

  it('is not taken for GB18030 when it is UTF-8 with one damaged place [S13]', async () => {
    const text = Buffer.from(`姓名\n${'能源转型'.repeat(20)}\n终端\n`)
    const damaged = Buffer.concat([text.subarray(0, 30), text.subarray(32)])
    expect(new TextDecoder('gb18030', { fatal: true }).decode(damaged)).not.toBe('')
    expect(await refusalOf(readCsv(damaged))).toEqual(['undecodable', { encoding: 'utf-8', line: 2 }])
    expect((await readCsv(damaged, { encoding: 'gb18030' })).format).toMatchObject({ encoding: 'gb18030' })
  })

  it.each([
    ['a NUL', Buffer.from('a,b\n1,\0 2\n')],
    ['a NUL in GB18030', iconv.encode('姓名,b\n一二三四,\0 2\n', 'gb18030')],
    ['cut off within a character', Buffer.from('a\n姓名').subarray(0, -1)],
    ['half of a pair in UTF-16', Buffer.from('fffe61003dd80a00', 'hex')],
  ])('is refused for %s', async (_, bytes) => {
    expect((await refusalOf(readCsv(bytes)))[0]).toBe('undecodable')
  })
})
