import iconv from 'iconv-lite'
import { beforeEach, expect, it } from 'vitest'
import type { ImportCheckBody, ImportHeaders } from '#contract/transfer.ts'
import { locales } from '#contract/locale.ts'
import { eachDatabase } from '../support/databases.ts'
import { OddForum, oddModule } from '../support/odd-list.ts'
import { rawWorkbook } from '../support/raw-workbook.ts'

const header = 'name.zh-CN,code\n'
const table = `${header}王,1\n李,2\n`
/** Two characters in GB18030 whose bytes are valid UTF-8 too. */
const ambiguous = iconv.encode('name.zh-CN,code\n模目,1\n', 'gb18030')
const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const book = (parts: Record<string, string> = {}) =>
  rawWorkbook({ sheets: [{ name: 'S', rows: `<row>${cell('code')}</row><row>${cell('1')}</row>` }], parts })
const entity = '<!DOCTYPE s [<!ENTITY a "x">]><sst><si><t>&a;&a;</t></si></sst>'

type BadFile = [
  what: string,
  content: string | Buffer | Promise<Buffer>,
  key: string,
  told?: { path?: string; params?: object },
  more?: ImportCheckBody,
]

/** What the upload takes and the check refuses, of each kind one; unit tests of the readers have the others. */
const refused: BadFile[] = [
  ['headers nobody knows', '\n甲,乙\n1,2\n', 'import.no_headers', { path: 'mapping', params: { line: 2 } }],
  ['an empty file', '', 'sheet.empty'],
  ['an unclosed quote', `${table}"王,3\n`, 'sheet.unclosed_quote', { params: { line: 4 } }],
  [
    'a long cell',
    `${table}${'x'.repeat(200_000)},3\n`,
    'sheet.too_long_cell',
    { params: { line: 4, max: 100_000 } },
  ],
  [
    'a million columns',
    `${header}${'x,'.repeat(1_000_000)}\n`,
    'sheet.too_many_columns',
    { params: { line: 2, max: 500 } },
  ],
  ['zero bytes', Buffer.alloc(3000), 'sheet.undecodable'],
  [
    'an encoding forced wrongly',
    iconv.encode(table, 'gb18030'),
    'sheet.undecodable',
    { params: { encoding: 'utf-8', line: 2 } },
    { encoding: 'utf-8' },
  ],
  ['a separator forced wrongly', table, 'import.no_headers', { path: 'mapping' }, { separator: ';' }],
  ['an entity in a workbook', book({ 'xl/sharedStrings.xml': entity }), 'sheet.unreadable'],
  ['an unknown sheet', book(), 'sheet.no_such_sheet', { params: { sheet: '表' } }, { sheet: '表' }],
  [
    'a mapping of a column that is not there',
    table,
    'import.no_column',
    { path: 'mapping.Z' },
    { mapping: { Z: 'code' } },
  ],
  [
    'a mapping to what is not there',
    table,
    'field.unknown',
    { path: 'mapping.A' },
    { mapping: { A: 'owner' } },
  ],
  [
    'a mapping of two columns to one field',
    table,
    'import.mapped_twice',
    { path: 'mapping.B' },
    { mapping: { A: 'code', B: 'code' } },
  ],
]

eachDatabase('a file that is no good', (place, dialect) => {
  const forum = new OddForum(place)
  beforeEach(() => forum.empty())

  /** What a person is told in both languages of what is wrong with the call. */
  const refusalOf = async (body: ImportCheckBody) => {
    const told = []
    for (const language of locales) {
      const { status, error } = await forum.send(oddModule, body, forum.organiser, language)
      expect(status).toBe(422)
      expect(error?.fields).toHaveLength(1)
      told.push(error?.fields[0])
    }
    const [inChinese, inEnglish] = told
    expect(inChinese).toMatchObject({ path: inEnglish?.path, key: inEnglish?.key })
    expect(inEnglish?.text).toMatch(/^[A-Z][^{}]{10,}\.$/)
    expect(inChinese?.text).toMatch(/^[^{}]*\p{Script=Han}[^{}]*。$/u)
    return inEnglish
  }
  /** How much is noted of imports that were checked. */
  const kept = async () => {
    const { kysely } = forum.server.db
    const imports = await kysely.selectFrom('imports').select('id').execute()
    const rows = await kysely.selectFrom('import_rows').select('line').execute()
    return [imports.length, rows.length]
  }
  it.each(refused)('is refused with its reason: %s [S13]', async (_, content, key, told, more) => {
    const bytes = await content
    const isBook = bytes.toString('latin1', 0, 2) === 'PK'
    const file = await forum.upload(oddModule, isBook ? 'a.xlsx' : 'a.csv', bytes)
    expect(await refusalOf({ file, ...more })).toMatchObject({ path: 'file', key, ...told })
    const good = await forum.send(oddModule, { file: await forum.upload(oddModule, 'good.csv', table) })
    expect(good.data.counts).toMatchObject({ rows: 2, created: 2, bad: 0 })
  })

  it('is refused for a fault behind thousands of good rows, of which nothing stays', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `N,${index}\n`)
    const file = await forum.upload(oddModule, 'a.csv', `${header}${lines.join('')}"N,3000\n`)
    const before = await kept()
    const { error } = await forum.send(oddModule, { file })
    expect(error?.fields[0]).toMatchObject({
      path: 'file',
      key: 'sheet.unclosed_quote',
      params: { line: 3002 },
    })
    expect(await kept()).toEqual(before)
  })

  it('without a known header tells what is needed to assign its columns [S13]', async () => {
    const file = await forum.upload(oddModule, 'a.csv', '甲;乙\n王;1\n')
    const { data } = await forum.send(oddModule, { file })
    const headers = data as ImportHeaders
    expect(headers.reading).toMatchObject({ kind: 'csv', encoding: 'utf-8', separator: ';', headerLine: 1 })
    expect(headers.columns).toEqual([
      { letters: 'A', header: '甲', path: null },
      { letters: 'B', header: '乙', path: null },
    ])
    expect(headers.paths).toContainEqual(expect.objectContaining({ path: 'code', required: false }))
    const mapping = { A: 'name.zh-CN', B: 'code' }
    expect((await forum.send(oddModule, { file, mapping })).data.counts).toMatchObject({ created: 1, bad: 0 })
  })

  it('that nobody uploaded, and one of somebody else, are the same [S13]', async () => {
    const other = await forum.signUp(`other-${dialect}`, 'organiser')
    const theirs = await forum.upload(oddModule, 'a.csv', table, other)
    const nobodys = await refusalOf({ file: 'nothing' })
    expect(nobodys).toMatchObject({ path: 'file', key: 'field.file' })
    expect(await refusalOf({ file: theirs })).toEqual(nobodys)
  })

  it('in ways that do not exist is refused as such', async () => {
    const file = await forum.upload(oddModule, 'a.csv', table)
    for (const more of [{ encoding: 'latin1' }, { separator: '|' }, { mode: 'delete' }, { match: 'code' }]) {
      const { status, error } = await forum.send(oddModule, { file, ...more } as ImportCheckBody)
      expect([status, error?.key]).toEqual([400, 'request.invalid'])
      expect(error?.fields[0]?.path).toBe(Object.keys(more)[0])
    }
  })
})

eachDatabase('a file that is odd and good', (place) => {
  const forum = new OddForum(place)
  beforeEach(() => forum.empty())

  const names = async (bytes: Buffer | string, more: ImportCheckBody = {}) => {
    const file = await forum.upload(oddModule, 'odd.csv', bytes)
    const { data, error } = await forum.send(oddModule, { file, ...more })
    expect(error).toBeUndefined()
    expect(data.faults).toEqual([])
    await forum.send(oddModule, { token: data.token })
    const rows = await forum.rows('name')
    await forum.undo(oddModule, data.token)
    const notes = data.notes.map(({ key, text }) => [key, text])
    return {
      reading: data.reading,
      notes,
      names: rows.map((row) => (row['name'] as { 'zh-CN': string })['zh-CN']),
    }
  }

  it('of two bytes that are valid in two encodings tells both, and the other one is the person’s to choose [S13]', async () => {
    expect(await names(ambiguous)).toMatchObject({
      reading: { encoding: 'utf-8', encodings: ['utf-8', 'gb18030'] },
      names: ['ģĿ'],
    })
    expect(await names(ambiguous, { encoding: 'gb18030' })).toMatchObject({
      reading: { encoding: 'gb18030', encodings: ['gb18030', 'utf-8'] },
      names: ['模目'],
    })
  })

  it('of semicolons with gaps is read by its headers, whatever commas are in its texts [S13]', async () => {
    const text = 'name.zh-CN;code;about\n王, 甲;1\n李, 乙;2;x\n张, 丙\n'
    expect(await names(text)).toMatchObject({
      reading: { separator: ';' },
      names: ['张, 丙', '王, 甲', '李, 乙'],
    })
  })

  it('with its headers again is read without them, and tells where [S13]', async () => {
    const again = `${table}\uFEFF${header}姓名（中文）,代码\n张,3\n`
    const { names: read, notes } = await names(again)
    expect(read).toEqual(['王', '李', '张'])
    expect(notes).toEqual([['import.repeated_headers', expect.stringContaining('4, 5')]])
  })

  it('with lines that are one cell each, though they look like several, names them [S13]', async () => {
    expect((await names(`${header}王;1\n李,2\n"张,3"\n`)).notes).toEqual([
      ['import.unparted_lines', expect.stringContaining('2, 4')],
    ])
  })

  it('of characters that are rare in its encoding asks to look at them', async () => {
    const { notes } = await names(iconv.encode('name.zh-CN,code\nИван Петров,1\n', 'windows-1251'))
    expect(notes).toEqual([['import.doubtful_encoding', expect.stringContaining('gb18030')]])
  })

  it('of headers alone has no rows', async () => {
    expect((await names(header)).names).toEqual([])
  })
})
