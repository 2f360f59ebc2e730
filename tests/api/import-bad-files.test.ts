import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { beforeEach, expect, it } from 'vitest'
import type { ImportCheckBody, ImportHeaders } from '#contract/transfer.ts'
import { locales } from '#contract/locale.ts'
import { errorText } from '#server/http/error-texts.ts'
import { eachDatabase } from '../support/databases.ts'
import { OddForum, oddModule } from '../support/odd-list.ts'
import { makePdf } from '../support/pdf-files.ts'
import { rawWorkbook } from '../support/raw-workbook.ts'
import { guestList, guestListServer } from '../support/guest-list.ts'
import { type HostileTable, hostileTables } from '../support/hostile-tables.ts'
import { ImportForum } from '../support/import-forum.ts'
import { fetchServed } from '../support/fetch-served.ts'

const header = 'name.zh-CN,code\n'
const table = `${header}王,1\n李,2\n`
/** Two characters in GB18030 whose bytes are valid UTF-8 too. */
const ambiguous = iconv.encode('name.zh-CN,code\n模目,1\n', 'gb18030')
const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const book = (parts: Record<string, string | Buffer> = {}) =>
  rawWorkbook({
    sheets: [
      {
        name: 'S',
        rows: `<row>${cell('name.zh-CN')}${cell('code')}</row><row>${cell('王')}${cell('1')}</row>`,
      },
    ],
    parts,
  })
const wide = (count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => `<c><v>${(index * 7919) ** 2}</v></c>`)
  return `<row>${cell('name.zh-CN')}${numbers.join('')}</row>`
}
const zeros = Buffer.alloc(50_000_000)
const external =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" Target="file:///c:/a.xlsx" TargetMode="External"/></Relationships>'

type Make = () => Buffer | string | Promise<Buffer>
type BadFile = [
  what: string,
  name: string,
  make: Make,
  key: string,
  params?: Readonly<Record<string, string | number>> | undefined,
  more?: ImportCheckBody,
  path?: string,
]

/** Files that the upload takes and the check refuses: the key, its params, what is asked, the part of it that is told. */
const refused: BadFile[] = [
  ['headers only, of nobody', 'a.csv', () => '甲,乙\n', 'import.no_headers', { line: 1 }, {}, 'mapping'],
  ['headers nobody knows', 'a.csv', () => '\n甲,乙\n1,2\n', 'import.no_headers', { line: 2 }, {}, 'mapping'],
  ['an empty file', 'a.csv', () => '', 'sheet.empty'],
  ['blank lines', 'a.csv', () => ' ,\n\n,,\n', 'sheet.empty'],
  ['an unclosed quote', 'a.csv', () => `${table}"王,3\n`, 'sheet.unclosed_quote', { line: 4 }],
  [
    'a cell of 200,000 characters',
    'a.csv',
    () => `${table}${'x'.repeat(200_000)},3\n`,
    'sheet.too_long_cell',
    { line: 4, max: 100_000 },
  ],
  [
    'a million columns',
    'a.csv',
    () => `${header}${'x,'.repeat(1_000_000)}\n`,
    'sheet.too_many_columns',
    { line: 2, max: 500 },
  ],
  [
    'a million columns in a workbook',
    'a.xlsx',
    () => rawWorkbook({ sheets: [{ name: 'S', rows: wide(1_000_000) }] }),
    'sheet.too_many_columns',
    { line: 1, max: 500 },
  ],
  ['a NUL', 'a.csv', () => `${table}A\0B,3\n`, 'sheet.undecodable', { encoding: 'utf-8', line: 4 }],
  [
    'bytes of no encoding',
    'a.csv',
    () => Buffer.concat([iconv.encode(table, 'gb18030'), Buffer.from([0xff, 0x0a])]),
    'sheet.undecodable',
    { encoding: 'gb18030', line: 4 },
  ],
  [
    'an encoding forced wrongly',
    'a.csv',
    () => iconv.encode(table, 'gb18030'),
    'sheet.undecodable',
    { encoding: 'utf-8', line: 2 },
    { encoding: 'utf-8' },
  ],
  [
    'a separator forced wrongly',
    'a.csv',
    () => table,
    'import.no_headers',
    { line: 1 },
    { separator: ';' },
    'mapping',
  ],
  ['an unknown sheet', 'a.xlsx', () => book(), 'sheet.no_such_sheet', { sheet: '表' }, { sheet: '表' }],
  [
    'a mapping of a column that is not there',
    'a.csv',
    () => table,
    'import.no_column',
    undefined,
    { mapping: { Z: 'code' } },
    'mapping.Z',
  ],
  [
    'a mapping to what is not there',
    'a.csv',
    () => table,
    'field.unknown',
    undefined,
    { mapping: { A: 'owner' } },
    'mapping.A',
  ],
  [
    'a mapping of two columns to one field',
    'a.csv',
    () => table,
    'import.mapped_twice',
    undefined,
    { mapping: { A: 'code', B: 'code' } },
    'mapping.B',
  ],
]

/** Files that do not even come in. */
const turnedAway: [what: string, name: string, make: Make, key: string][] = [
  ['a page', 'a.csv', () => '<html><table><tr><td>name</td></tr></table></html>', 'upload.unreadable'],
  ['a page named xlsx', 'a.xlsx', () => '<html></html>', 'upload.unreadable'],
  ['a pdf', 'a.csv', () => makePdf(), 'upload.unreadable'],
  ['a pdf named xlsx', 'a.xlsx', () => makePdf(), 'upload.unreadable'],
  ['an old workbook', 'a.xls', () => zeros.subarray(0, 100), 'upload.type'],
  ['a zip bomb', 'a.xlsx', () => book({ 'xl/worksheets/sheet1.xml': zeros }), 'upload.unreadable'],
  [
    'a locked workbook',
    'a.xlsx',
    async () =>
      Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows: [['x']] }], encryption: { password: 'p' } })),
    'upload.locked_or_old',
  ],
  [
    'a workbook that draws on another',
    'a.xlsx',
    () => book({ 'xl/externalLinks/_rels/externalLink1.xml.rels': external }),
    'upload.active_sheet',
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
  const isAlive = async () => {
    const file = await forum.upload(oddModule, 'good.csv', table)
    const { data } = await forum.send(oddModule, { file })
    expect(data.counts).toMatchObject({ rows: 2, created: 2, bad: 0 })
  }

  it.each(refused)('is refused with its reason: %s [S13]', async (_, name, make, key, params, more, path) => {
    const file = await forum.upload(oddModule, name, await make())
    const problem = await refusalOf({ file, ...more })
    expect(problem).toMatchObject({ path: path ?? 'file', key, ...(params && { params }) })
    await isAlive()
  })

  it.each(turnedAway)('does not come in: %s [S13]', async (_, name, make, key) => {
    await expect(forum.upload(oddModule, name, await make())).rejects.toThrow(`"key":"${key}"`)
    for (const locale of locales)
      expect(errorText(key, locale, { kinds: 'csv, xlsx' })).toMatch(/^[^{}]{8,}$/)
    await isAlive()
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
    return { reading: data.reading, names: rows.map((row) => (row['name'] as { 'zh-CN': string })['zh-CN']) }
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

  it.each([
    ['rare characters in GB18030', iconv.encode(`${header}𠮷㐂䶮,1\n`, 'gb18030'), ['𠮷㐂䶮']],
    ['UTF-16 without a mark', iconv.encode(table, 'utf-16le'), ['王', '李']],
    ['UTF-16 the other way round, without a mark', iconv.encode(table, 'utf-16be'), ['王', '李']],
    ['carriage returns only', table.replaceAll('\n', '\r'), ['王', '李']],
    ['Excel’s hint of the separator', `sep=;\r\n${table.replaceAll(',', ';')}`, ['王', '李']],
    ['headers only', header, []],
  ])('comes in: %s', async (_, bytes, wanted) => {
    expect((await names(bytes)).names).toEqual(wanted)
  })
})

const module = guestList.name

eachDatabase('a file that is no table of ours', (place) => {
  const forum = new ImportForum(place, { modules: [guestListServer] })

  const upload = async (name: string, bytes: Buffer): Promise<{ no: string } | [string, string]> => {
    const form = new FormData()
    form.set('module', module)
    form.set('purpose', 'import')
    form.set('file', new Blob([bytes as BlobPart]), name)
    const answer = await fetchServed(`${forum.server.url}/api/front/attachment/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: forum.organiser, 'accept-language': 'zh-CN' },
    })
    const { data, error, msg } = (await answer.json()) as {
      data: { no: string }
      error?: { key: string }
      msg: string
    }
    return error ? [error.key, msg] : data
  }

  /** What the person reads, wherever the file is refused: its keys and texts. */
  const refusalOf = async ({ name, make }: HostileTable): Promise<[string, string][]> => {
    const sent = await upload(name, Buffer.from(await make()))
    if (Array.isArray(sent)) return [sent]
    const { status, data, error, msg } = await forum.send(module, { file: sent.no }, forum.organiser, 'zh-CN')
    expect(status).toBeLessThan(500)
    if (!error) return data.faults.map(({ key, text = '' }) => [key, text])
    const [field] = error.fields ?? []
    return [[field?.key ?? error.key, field?.text ?? msg]]
  }

  it.each(hostileTables)('is told in a readable line: $what [S13]', async (table) => {
    const told = await refusalOf(table)
    expect(told.map(([key]) => key)).toEqual(table.keys)
    for (const [, text] of told) expect(text).toMatch(/^[^\n{}]*\p{sc=Han}{4}[^\n{}]*$/u)
    expect((await rows()).items).toEqual([])
  })

  const rows = async () => {
    const answer = await forum.server.get(`/front/query/${module}/all?size=100`, forum.organiser)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: { items: object[] } }).data
  }
})
