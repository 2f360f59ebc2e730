import { stringify } from 'csv-stringify/sync'
import { beforeEach, expect, it } from 'vitest'
import type { ImportIssue } from '#contract/transfer.ts'
import { formatColumn } from '#server/spreadsheets/cell.ts'
import { eachDatabase } from '../support/databases.ts'
import { oddModule, OddForum } from '../support/odd-list.ts'
import { rawWorkbook, type RawWorkbook } from '../support/raw-workbook.ts'

/** A cell of a CSV file: its column, what stands in it, what it becomes or, as `!key`, why it is refused. */
type Case = readonly [field: string, cell: string, outcome: unknown]

const card = '11010519491231002X'

/** Of each kind one or two; unit tests of the cells have the others. */
const csvCases: readonly Case[] = [
  ['code', '007', '007'],
  ['code', '=2+2', '=2+2'],
  ['code', "'=1+1", '=1+1'],
  ['code', "O'Neill", "O'Neill"],
  ['code', ' \u0007A\u001BB\u0085 ', 'AB'],
  ['code', '\u200B\uFEFF', null],
  ['price', '1.10', 1.1],
  ['price', '1,10', '!cell.number_form'],
  ['seats', '1E+05', '!cell.digits_lost'],
  ['seats', '1.5', '!field.not_valid'],
  ['seats', '-1', '!field.too_small'],
  ['card', card, '***'],
  ['card', '110105194912310021', '!field.not_valid'],
  ['phone', '1.38E+10', '!cell.digits_lost'],
  ['day', '2023年9月5日', '2023-09-05'],
  ['day', '5/9/2023', '!cell.date_ambiguous'],
  ['day', '2023年2月29日', '!cell.no_such_date'],
  ['hour', '下午2:30', '14:30'],
  ['moment', '2023-09-05 09:30', '2023-09-05T01:30:00Z'],
  ['desk', '一号柜台', 'desk-one'],
  ['desk', 'desk-two', 'desk-two'],
  ['desk', '二号柜台', '!cell.no_match'],
  ['desk', '内部柜台', '!cell.no_match'],
  ['desk', 'desk-closed', '!cell.no_match'],
  ['desk', '没有的柜台', '!cell.no_match'],
]

/** A cell of a workbook by its XML, without its place. */
const bookCases: readonly Case[] = [
  ['code', '<c><v>7</v></c>', '7'],
  ['code', '<c s="1"><v>7</v></c>', '!cell.as_text'],
  ['code', '<c t="str"><f>A1</f><v>7</v></c>', '!cell.formula'],
  ['code', '<c t="e"><v>#REF!</v></c>', '!cell.error'],
  ['code', '<c t="inlineStr"><is><t>=1+1</t></is></c>', '=1+1'],
  ['code', `<c t="inlineStr"><is><t>'=1+1</t></is></c>`, "'=1+1"],
  ['card', '<c><v>110105194912310000</v></c>', '!cell.as_text'],
  ['day', '<c s="2"><v>45174</v></c>', '2023-09-05'],
  ['day', '<c><v>45174</v></c>', '!cell.date_number'],
  ['moment', '<c s="3"><v>45174.395833333336</v></c>', '2023-09-05T01:30:00Z'],
  ['seats', '<c t="b"><v>1</v></c>', '!cell.number_form'],
]

eachDatabase('a cell of an import', (place) => {
  const forum = new OddForum(place)
  beforeEach(() => forum.empty())

  const check = async (name: string, bytes: Buffer | string, more: object = {}, language = 'en') => {
    const file = await forum.upload(oddModule, name, bytes)
    const { data, error } = await forum.send(oddModule, { file, ...more }, forum.organiser, language)
    expect(error).toBeUndefined()
    return data
  }
  const commit = async (token: string) => {
    const { error } = await forum.send(oddModule, { token })
    expect(error).toBeUndefined()
  }
  /** What became of the cases, each of which stands in a line of its own, whose name says which. */
  const outcomesOf = async (cases: readonly Case[], name: string, bytes: Buffer | string) => {
    const faults: Record<string, readonly ImportIssue[]> = {}
    for (const language of ['zh-CN', 'en'])
      faults[language] = (await check(name, bytes, { on_error: 'skip' }, language)).faults
    const { token, columns, counts } = await check(name, bytes, { on_error: 'skip' })
    await commit(token)
    const stored = new Map<unknown, Record<string, unknown>>(
      (await forum.rows('name', ...new Set(cases.map(([field]) => field)))).map((row) => [
        (row['name'] as { 'zh-CN': string })['zh-CN'],
        row,
      ]),
    )
    const outcomes = cases.map(([field], index) => {
      const line = index + 2
      const fault = faults['en']?.find((one) => one.line === line)
      return fault ? `!${fault.key}` : stored.get(`case ${index}`)?.[field]
    })
    const refused = cases.filter(([, , outcome]) => String(outcome).startsWith('!'))
    expect(counts).toMatchObject({ rows: cases.length, bad: refused.length })
    for (const [at, fault] of (faults['en'] ?? []).entries()) {
      const [field = '', cell = ''] = cases[fault.line - 2] ?? []
      expect(fault.column).toBe(columns.find(({ path }) => path === field)?.letters)
      if (name.endsWith('.csv')) expect(fault.value).toBe(field === 'card' ? '' : cell)
      const other = faults['zh-CN']?.[at]
      expect(other).toMatchObject({ line: fault.line, column: fault.column, key: fault.key })
      expect(fault.text).toMatch(/^\p{Lu}?[^{}]{10,}\.?$/u)
      expect(other?.text).toMatch(/^[^{}]*\p{Script=Han}[^{}]*$/u)
    }
    return { outcomes, faults }
  }

  it('is read as what it is, or refused with what to do, in a CSV file [S13]', async () => {
    const fields = [...new Set(csvCases.map(([field]) => field))]
    const table = csvCases.map(([field, cell], index) => [
      `case ${index}`,
      ...fields.map((one) => (one === field ? cell : '')),
    ])
    const text = stringify([['name.zh-CN', ...fields], ...table])
    const { outcomes, faults } = await outcomesOf(csvCases, 'cells.csv', text)
    expect(outcomes).toEqual(csvCases.map(([, , outcome]) => outcome))
    // None, two and one that may not be seen are told in the same words.
    for (const list of Object.values(faults)) {
      const told = list.filter(({ path }) => path === 'desk')
      expect(told).toHaveLength(4)
      expect(new Set(told.map(({ text, value }) => text?.replace(value, '')))).toHaveLength(1)
    }
  })

  it('is read as what it is, or refused with what to do, in a workbook [S13]', async () => {
    const { outcomes } = await outcomesOf(bookCases, 'cells.xlsx', await rawWorkbook(bookOf(bookCases)))
    expect(outcomes).toEqual(bookCases.map(([, , outcome]) => outcome))
  })

  it('with a formula, an error or anything else counts for nothing in a column that is left out', async () => {
    const book = await rawWorkbook({
      sheets: [
        {
          name: 'S',
          rows: `<row r="1">${text('name.zh-CN')}${text('code')}${text('sum')}</row>
            <row r="2">${text('A')}${text('1')}<c><f>[1]Sheet1!A1</f><v>2</v></c></row>
            <row r="3">${text('B')}<c><f>1+1</f><v>2</v></c><c t="e"><v>#N/A</v></c></row>`,
        },
      ],
    })
    const as = await check('sum.xlsx', book)
    expect(as.columns.map(({ path }) => path)).toEqual(['name.zh-CN', 'code', null])
    expect(as.faults.map(({ line, column, key, value }) => [line, column, key, value])).toEqual([
      [3, 'B', 'cell.formula', '=1+1'],
    ])
    const { faults, token } = await check('sum.xlsx', book, { mapping: { B: null } })
    expect(faults).toEqual([])
    await commit(token)
    const rows = await forum.rows('name', 'code')
    expect(rows.map(({ code }) => code)).toEqual([null, null])
    for (const name of ['A', 'B'])
      expect(rows).toContainEqual({ name: { 'zh-CN': name, en: '' }, code: null })
  })

  it('that is bad in 6,000 lines is told 5,000 times, and all of it is counted by kind [S13]', async () => {
    const lines = Array.from({ length: 6000 }, (_, index) => `N,${index},${index % 3 ? 'viele' : -1}`)
    const { faults, faultCount, faultGroups, counts, fileName } = await check(
      'many.csv',
      `name.zh-CN,code,seats\n${lines.join('\n')}\n`,
    )
    expect(fileName).toBe('many.csv')
    expect(faults).toHaveLength(5000)
    expect(faults.at(-1)).toMatchObject({ line: 5001, column: 'C', value: 'viele' })
    expect(faultCount).toBe(6000)
    expect(faultGroups).toMatchObject([
      { key: 'cell.number_form', column: 'C', count: 4000, line: 3 },
      { key: 'field.too_small', column: 'C', count: 2000, line: 2 },
    ])
    expect(counts).toMatchObject({ rows: 6000, bad: 6000, created: 0 })
  })

  it('that says much is told as far as an answer holds it [S13]', async () => {
    const lines = Array.from({ length: 4000 }, (_, index) => `N,${index},${'多'.repeat(200)}`)
    const { faults, faultCount, faultGroups } = await check(
      'much.csv',
      `name.zh-CN,code,seats\n${lines.join('\n')}\n`,
    )
    expect(faultCount).toBe(4000)
    expect(faultGroups).toMatchObject([{ count: 4000 }])
    expect(faults.length).toBeGreaterThan(1000)
    expect(faults.length).toBeLessThan(4000)
  })

  it('that is missing is asked for in its language', async () => {
    const file = await forum.upload('test_desks', 'desks.csv', '名称（中文）\n三号柜台\n')
    const told = []
    for (const language of ['zh-CN', 'en']) {
      const { data } = await forum.send('test_desks', { file }, forum.organiser, language)
      expect(data.faults).toMatchObject([{ line: 2, column: 'A', path: 'name.en', key: 'field.empty' }])
      told.push(data.faults[0]?.text)
    }
    expect(told).toEqual([expect.stringContaining('名称（英文）'), expect.stringContaining('Name (English)')])
  })

  it('under blank and repeated headers stands where the person says, by letters', async () => {
    const table = ',姓名（中文）,姓名（中文）, \n甲,乙,丙,丁\n'
    const first = await check('blank.csv', table)
    expect(first.columns.map(({ letters, path }) => [letters, path])).toEqual([
      ['A', null],
      ['B', 'name.zh-CN'],
      ['C', null],
      ['D', null],
    ])
    // What the person gives to another column is not guessed of any header.
    const claimed = await check('blank.csv', table, { mapping: { D: 'name.zh-CN' } })
    expect(claimed.columns.map(({ path }) => path)).toEqual([null, null, null, 'name.zh-CN'])
    const mapping = { A: 'about', B: null, C: 'name.zh-CN', D: 'name.en' }
    const { token } = await check('blank.csv', table, { mapping })
    await commit(token)
    expect(await forum.rows('name', 'about')).toEqual([{ name: { 'zh-CN': '丙', en: '丁' }, about: '甲' }])
  })
})

function text(value: string): string {
  return `<c t="inlineStr"><is><t>${value}</t></is></c>`
}

/** A workbook with a line for each case. */
function bookOf(cases: readonly Case[]): RawWorkbook {
  const fields = [...new Set(cases.map(([field]) => field))]
  const rows = cases.map(([field, cell], index) => {
    const place = `${formatColumn(fields.indexOf(field) + 1)}${index + 2}`
    return `<row r="${index + 2}">${text(`case ${index}`)}${cell.replace('<c', `<c r="${place}"`)}</row>`
  })
  return {
    // Styles 1, 2 and 3: leading zeros, a date, a date and a time.
    formats: ['000', 14, 22],
    sheets: [
      { name: 'S', rows: `<row r="1">${['name.zh-CN', ...fields].map(text).join('')}</row>${rows.join('')}` },
    ],
  }
}
