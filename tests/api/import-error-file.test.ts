import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { expect, it } from 'vitest'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { eachDatabase } from '../support/databases.ts'
import { ImportForum } from '../support/import-forum.ts'
import { rawWorkbook } from '../support/raw-workbook.ts'
import { readSheet, sheetFile } from '../support/sheet-files.ts'
import { en, zh } from '../support/texts.ts'
import { fetchServed } from '../support/fetch-served.ts'

const label = (zh: string, en: string) => ({ 'zh-CN': zh, en })

const guestList = defineModule({
  name: 'test_guest_list',
  label: label('来宾', 'Guests'),
  group: 'forms',
  titleTemplate: '{{name}}',
  fields: {
    code: f.string({ label: label('代码', 'Code'), max: 10, required: true, unique: true }),
    name: f.string({ label: label('姓名', 'Name'), max: 20, required: true }),
    seats: f.integer({ label: label('人数', 'Seats'), min: 1, max: 500 }),
    day: f.date({ label: label('日期', 'Day') }),
    remark: f.text({ label: label('备注', 'Remark'), max: 2000 }),
  },
})

const guestListServer = serverModule(guestList, {
  permissions: {
    participant: allow('list read'),
    organiser: allow('list read create update delete import export'),
  },
})

const module = guestList.name

eachDatabase('the file of an import with its faults', (place) => {
  const forum = new ImportForum(place, { modules: [guestListServer] })

  const ask = (
    token: string,
    by: string | undefined = forum.organiser,
    language = 'zh-CN',
    name: string = module,
  ) =>
    fetchServed(`${forum.server.url}/api/import/${name}/errors?token=${token}`, {
      headers: { 'accept-language': language, ...(by !== undefined && { authorization: by }) },
    })
  const errorsOf = async (token: string, language?: string) => {
    const answer = await ask(token, forum.organiser, language)
    expect(answer.status).toBe(200)
    return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
  }
  const check = async (name: string, bytes: Buffer, more: object = {}) => {
    const file = await forum.upload(module, name, bytes)
    const { data, error } = await forum.send(module, { file, ...more })
    expect(error).toBeUndefined()
    return data
  }
  const stored = async () => {
    const rows = await forum.server.get(
      `/front/query/${module}/all?size=100&fields=code,name,seats,day,remark`,
      forum.organiser,
    )
    const { data } = (await rows.json()) as { data: { items: Record<string, unknown>[] } }
    return data.items
      .map(({ id: _id, version: _version, ...row }) => row)
      .toSorted((a, b) => (String(a['code']) < String(b['code']) ? -1 : 1))
  }
  const empty = () => forum.server.db.kysely.deleteFrom(module as never).execute()

  it.each([
    ['utf-8', false, ',', '\r\n', 'list.csv'],
    ['gb18030', false, ';', '\n', '名单.txt'],
    ['utf-16le', true, '\t', '\r', 'list.tsv'],
  ] as const)(
    'has the format of a list in %s and is taken when it is corrected [S13]',
    async (encoding, addBOM, separator, end, name) => {
      await empty()
      const line = (...cells: string[]) => `${cells.join(separator)}${end}`
      const table = [
        line('代码', '姓名', '人数', '日期', '备注', '内部'),
        line('007', '王小明', '3', '2023-09-05', `"两行${end}""引号"""`, '-5'),
        line('', '李雷', 'viele', '5/9/2023', "'=1+1", '=2+2'),
        end,
        line('009', '', '9', '2023-09-06', '=1+1', ''),
        line('010', '韩梅梅', '4', '2023-09-07', "''=x"),
      ]
      const bytes = iconv.encode(table.join(''), encoding, { addBOM })
      const report = await check(name, bytes)
      expect(report.counts).toMatchObject({ rows: 4, created: 2, bad: 2 })
      const { bytes: file, headers } = await errorsOf(report.token)
      expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
        name.replace('.', ' 错误.'),
      )
      expect(headers.get('cache-control')).toBe('no-store')
      const read = await readSheet(sheetFile(file), 'csv')
      expect(read.format).toEqual({
        kind: 'csv',
        encoding,
        separator,
        lineEnd: end,
        hasMark: encoding !== 'gb18030',
      })
      const [header, ...rows] = read.rows.map(({ cells }) => cells as string[])
      expect(header?.slice(0, 6)).toEqual(['代码', '姓名', '人数', '日期', '备注', '内部'])
      expect(header?.[6]).toContain(zh('errors:sheet.errors_header'))
      expect(rows.map((cells) => cells[0])).toEqual(['007', '', '009', '010'])
      expect(rows.map((cells) => cells[6] ?? '')).toEqual([
        '',
        expect.stringMatching(/代码：.+ \| 人数：.+ \| 日期：.+/),
        expect.stringMatching(/^姓名：[^|]+$/),
        '',
      ])
      const corrected = iconv
        .decode(file, encoding)
        .replace('viele', '12')
        .replace('5/9/2023', '2023-09-08')
        .replace(`${end}${separator}李雷`, `${end}008${separator}李雷`)
        .replace(`009${separator}${separator}`, `009${separator}张三${separator}`)
      const again = await check(name, iconv.encode(corrected, encoding, { addBOM: false }))
      expect(again.faults).toEqual([])
      expect(again.columns.filter(({ path }) => path === null).map(({ header: text }) => text)).toEqual([
        '内部',
        header?.[6],
      ])
      expect((await forum.send(module, { token: again.token })).error).toBeUndefined()
      expect(await stored()).toEqual([
        { code: '007', name: '王小明', seats: 3, day: '2023-09-05', remark: '两行\n"引号"' },
        { code: '008', name: '李雷', seats: 12, day: '2023-09-08', remark: '=1+1' },
        { code: '009', name: '张三', seats: 9, day: '2023-09-06', remark: '=1+1' },
        { code: '010', name: '韩梅梅', seats: 4, day: '2023-09-07', remark: "'=x" },
      ])
    },
  )

  it('keeps the types, formats and errors of a workbook’s cells, and has no formula [S13]', async () => {
    await empty()
    const bytes = await rawWorkbook({
      sheets: [
        { name: 'other', rows: `<row r="1">${text('A1', 'x')}</row>` },
        {
          name: '来宾 2023',
          rows: `<row r="2">${['code', 'name', 'seats', 'day', 'remark'].map((key, at) => text(`${'ABCDE'[at]}2`, key)).join('')}</row>
            <row r="3"><c r="A3" s="1"><v>7</v></c>${text('B3', '王')}<c r="C3"><v>3</v></c><c r="D3" s="2"><v>45174</v></c></row>
            <row r="4">${text('A4', '008')}${text('B4', '李')}<c r="C4"><f>A1+B1</f><v>5</v></c><c r="D4" t="e"><v>#N/A</v></c><c r="E4" t="b"><v>1</v></c></row>
            <row r="6">${text('A6', '009')}${text('B6', '张')}<c r="C6"><v>9</v></c></row>`,
        },
      ],
      formats: ['000', 14],
    })
    const report = await check('名单.xlsx', bytes, { sheet: '来宾 2023' })
    expect(report.counts).toMatchObject({ rows: 3, created: 1, bad: 2 })
    const { bytes: file, headers } = await errorsOf(report.token, 'en')
    expect(headers.get('content-type')).toContain('spreadsheetml')
    const { rows, format } = await readSheet(sheetFile(file), 'xlsx')
    expect(format).toEqual({ kind: 'xlsx', sheet: '来宾 2023' })
    expect(rows[1]?.cells.slice(0, 4)).toEqual([
      { kind: 'number', value: 7, format: '000' },
      '王',
      { kind: 'number', value: 3 },
      { kind: 'date', date: '2023-09-05' },
    ])
    const error = { kind: 'error', code: '#N/A' }
    expect(rows[2]?.cells.slice(0, 5)).toEqual(['008', '李', error, error, true])
    const faults = rows.map(({ cells }) => cells[5] ?? '')
    expect(faults[0]).toContain(en('errors:sheet.errors_header'))
    expect(faults[1]).toMatch(/^code: [^|]+$/)
    expect(faults[2]).toMatch(/seats: .+ \| day: /)
    expect(faults[3]).toBe('')
    // Sent again as it is, nothing of it has become a value.
    expect((await check('again.xlsx', file)).counts).toMatchObject({ rows: 3, created: 1, bad: 2 })
    const corrected = rows.map(({ cells }) => cells.map(correct))
    const right = await check('right.xlsx', await buffer(writeSheet(format, corrected)))
    expect(right.faults).toEqual([])
    expect((await forum.send(module, { token: right.token })).error).toBeUndefined()
    expect(await stored()).toEqual([
      { code: '007', name: '王', seats: 3, day: '2023-09-05', remark: null },
      { code: '008', name: '李', seats: 5, day: '2023-09-09', remark: 'ja' },
      { code: '009', name: '张', seats: 9, day: null, remark: null },
    ])
  })

  it('has the bad rows alone when these are left out, also after the others were written [317]', async () => {
    await empty()
    const table = 'code,name,seats\r\n1,a,1\r\n2,b,many\r\n3,c,3\r\n4,,4\r\n'
    const report = await check('a.csv', Buffer.from(table), { on_error: 'skip' })
    const codes = async (token = report.token) => {
      const { rows } = await readSheet(sheetFile((await errorsOf(token)).bytes), 'csv')
      return rows.map(({ cells }) => cells[0])
    }
    expect(await codes()).toEqual(['code', '2', '4'])
    const done = await forum.send(module, { token: report.token })
    expect(done.data.counts).toMatchObject({ created: 2, bad: 2 })
    expect(await codes()).toEqual(['code', '2', '4'])
    await forum.undo(module, report.token)
    const over = await ask(report.token)
    expect([over.status, await over.text()]).toEqual([409, expect.stringContaining('import.over')])
    // The same for who leaves them out only when the others are written.
    const { token } = await check('a.csv', Buffer.from(table))
    expect(await codes(token)).toEqual(['code', '1', '2', '3', '4'])
    await forum.send(module, { token, on_error: 'skip' })
    expect(await codes(token)).toEqual(['code', '2', '4'])
  })

  it('tells all faults of a long list, each at its row [317]', async () => {
    await empty()
    const lines = Array.from({ length: 1500 }, (_, at) => `${at},n,${at % 2 ? 'x' : 1}`)
    const report = await check('long.csv', Buffer.from(`code,name,seats\n${lines.join('\n')}\n`))
    const kept = (await (await forum.server.get(`/import/${module}`, forum.organiser)).json()) as {
      data: { items: ImportReport[] }
    }
    expect(kept.data.items[0]?.faults.length).toBeLessThan(report.faultCount)
    const { rows } = await readSheet(sheetFile((await errorsOf(report.token)).bytes), 'csv')
    expect(rows).toHaveLength(1501)
    const marked = rows.slice(1).filter(({ cells }) => cells[3] !== undefined)
    expect(marked.map(({ cells }) => cells[0])).toEqual(lines.flatMap((_, at) => (at % 2 ? String(at) : [])))
  })

  it('is there for the person alone who imports [S13]', async () => {
    const { token } = await check('a.csv', Buffer.from('code,name\n,x\n'))
    const other = await forum.signUp('other-organiser', 'organiser')
    const participant = await forum.signUp('participant', 'participant')
    const unknown = await plain(await ask('nothing'))
    expect(unknown[0]).toBe(404)
    expect(unknown[1]).toContain('import.unknown_token')
    expect(await plain(await ask(token, other))).toEqual(unknown)
    expect((await plain(await ask(token, participant)))[1]).toContain('"not_found"')
    expect((await plain(await ask(token, forum.organiser, 'en', 'nothing')))[1]).toContain('"not_found"')
    expect((await fetchServed(`${forum.server.url}/api/import/${module}/errors?token=${token}`)).status).toBe(
      401,
    )
    const { data: sent } = await forum.send(module, { rows: [{ name: 'x' }] })
    expect((await plain(await ask(sent.token)))[1]).toContain('"not_found"')
  })
})

/** A cell of text in a workbook's XML. */
function text(place: string, value: string): string {
  return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
}

/** Status and body of an answer, without what differs each time. */
async function plain(answer: Response): Promise<[number, string]> {
  return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
}

/** What a person makes of the cells that were refused. */
function correct(cell: Cell, column: number): OutCell {
  if (cell === true) return 'ja'
  if (typeof cell !== 'object') return cell
  if (cell.kind === 'number' && cell.format === '000') return '007'
  if (cell.kind === 'error') return column === 2 ? 5 : { kind: 'date', date: '2023-09-09' }
  if (cell.kind === 'formula') throw new TypeError('the file has a formula')
  return cell
}
