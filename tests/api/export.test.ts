import { describe, expect, it } from 'vitest'
import readWorkbook from 'read-excel-file/node'
import { parse } from 'csv-parse/sync'
import type { ExportBody, ExportCount } from '#contract/transfer.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { type RowToWrite } from '#server/engine/write/write-rows.ts'
import { createAuditLogServer } from '#server/modules/audit-log.ts'
import { createUsersServer } from '#server/modules/users.ts'
import { eachDatabase } from '../support/databases.ts'
import { useEngineApp, type ApiAnswer } from '../support/engine-app.ts'
import { benches, benchesServer, workshops } from '../support/workshops.ts'

/** Participants take their own workshops out. */
const workshopsServer: ServerModule = serverModule(workshops, {
  permissions: {
    participant: allow('list read export')
      .rows(callerRows('owner_id'))
      .fields(['title', 'bench', 'created_at']),
    organiser: allow('list read create update import export history').masked(['passport']),
  },
})

const row = (id: string, more: Partial<RowToWrite> = {}): RowToWrite => ({
  id,
  owner_id: 'anna',
  title: { 'zh-CN': `工作坊 ${id}`, en: `Workshop ${id}` },
  email: `${id}@forum.example`,
  state: 'asked',
  passport: `E${id}4711`,
  secret_note: `secret ${id}`,
  ...more,
})

const rows = [
  row('w1', {
    about: '=HYPERLINK("http://x","y")',
    people: 12,
    bench: 'b1',
    choices: ['b2', 'b1'],
  }),
  row('w2', { people: 7, bench: 'b4', owner_id: 'boris' }),
  row('w3', { title: { 'zh-CN': '-1', en: '' }, people: 30, bench: 'b7' }),
]

/** The rows of a CSV file, the header among them. */
const linesOf = ({ text }: ApiAnswer): string[][] => parse(text, { bom: true })

const idsOf = (answer: ApiAnswer) =>
  linesOf(answer)
    .slice(1)
    .map(([id]) => id)

eachDatabase('an export', (suite) => {
  const content = [benchesServer, workshopsServer]
  const modules = [...content, createAuditLogServer(content), createUsersServer(content)]
  const app = useEngineApp(suite, modules, {
    fill: async ({ write }) => {
      const seats = [1, 2, 4, 7].map((position) => ({
        id: `b${position}`,
        position,
        name: position === 4 ? '@Bench' : `Bench ${position}`,
        size: 'small',
        is_open: position < 7,
      }))
      await write(benches, seats)
      await write(workshops, rows)
    },
  })

  const take = (body: ExportBody, query = '', as = 'organiser', language = 'en') =>
    app.post<ExportCount>(`/export/workshops${query}`, body, as, { 'accept-language': language })

  const template = (format: string, as = 'organiser') =>
    app.get('/import/workshops/template', format ? { format } : {}, as)

  describe('as CSV', () => {
    it('has every column that the caller may take out, with values as they are read back [236]', async () => {
      const answer = await take({}, '?sorters=id:asc')
      expect(answer.status).toBe(200)
      expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(answer.text).toContain('\r\n')
      const [header = [], first = [], second = [], third = []] = linesOf(answer)
      const at = (line: string[], label: string) => line[header.indexOf(label)]
      expect(header.slice(0, 6)).toEqual(['Id', 'Version', 'Created', 'Updated', 'Owner', 'Title (Chinese)'])
      expect(header).not.toContain('Passport')
      expect(header).not.toContain('Initials')
      expect(first[0]).toBe('w1')
      expect(at(first, 'About')).toBe(`'=HYPERLINK("http://x","y")`)
      expect(at(first, 'Bench')).toBe('Bench 1')
      expect(at(first, 'Choices')).toMatch(/Bench 2.*Bench 1/)
      expect(at(first, 'Note of the organisers')).toBe('secret w1')
      expect([second, third].map((line) => at(line, 'Bench'))).toEqual([`'@Bench`, 'Bench 7'])
      expect(at(third, 'Title (Chinese)')).toBe(`'-1`)
      expect(at(third, 'Title (English)')).toBe('')
    })

    it('is labelled in the language of the caller, and named in both forms', async () => {
      const answer = await take({ columns: ['id', 'title.zh-CN', 'is_hands_on'] }, '', 'organiser', 'zh')
      expect(linesOf(answer)[0]).toEqual(['编号', 'Title（中文）', 'Hands-on'])
      const { headers } = answer
      expect(headers['content-type']).toMatch(/^text\/csv; charset=utf-8/)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="Workshops \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''Workshops%20\d{4}-\d\d-\d\d\.csv$/,
      )
    })
  })

  it('takes the chosen rows in their order, whatever the address narrows [318]', async () => {
    const chosen = await take({ ids: ['w3', 'nothing', 'w1', 'w3', 'all'] }, '?filters=people:eq:7')
    expect(idsOf(chosen)).toEqual(['w3', 'w1'])
    const counted = await take({ ids: ['w3', 'nothing', 'w1'], count: true }, '?filters=people:eq:7')
    expect(counted.body.data.rows).toBe(2)
  })

  it('takes the rows of the address in its order when none are chosen [318]', async () => {
    const all = await take({}, '?filters=people:gte:10&sorters=people:desc&page=9&size=1')
    expect(idsOf(all)).toEqual(['w3', 'w1'])
    expect(idsOf(await take({ ids: [] }, '?q=w2'))).toEqual([])
    expect((await take({ ids: [], count: true })).body.data.rows).toBe(0)
    const counted = await take({ count: true, columns: ['people', 'title.en'] }, '?filters=people:gte:10')
    expect(counted.body.data).toEqual({
      rows: 2,
      columns: [
        { path: 'people', label: { 'zh-CN': 'People', en: 'People' } },
        { path: 'title.en', label: { 'zh-CN': 'Title（英文）', en: 'Title (English)' } },
      ],
    })
  })

  it('names related rows by what the caller may know of them [236]', async () => {
    for (const [id, as, bench] of [
      ['w2', 'participant:boris', `'@Bench`],
      ['w3', 'participant:anna', 'b7'],
    ] as const)
      expect(linesOf(await take({ ids: [id], columns: ['bench'] }, '', as))[1]).toEqual([bench])
  })

  it('refuses a body that is none', async () => {
    const many = Array.from({ length: 10_001 }, (_, id) => `i${id}`)
    for (const body of [{ format: 'ods' }, { columns: [] }, { ids: many }, { more: 1 }])
      expect((await take(body as ExportBody)).status).toBe(400)
    expect((await take({}, '?filter=people:eq:7')).status).toBe(400)
  })

  it('is told to the audit log with its columns and the number of its rows, and no value', async () => {
    await take({ count: true }, '', 'organiser:olga')
    await take({ columns: ['nonsense'] }, '', 'organiser:olga')
    await take({ ids: ['w1', 'w2', 'nothing'], columns: ['id', 'title.en'] }, '', 'organiser:olga')
    const [entry, ...others] = await exportsBy('olga')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      action: 'export',
      actor_id: 'olga',
      module: 'workshops',
      row_id: null,
      row_count: 2,
      fields: ['id', 'title.en'],
      reason: null,
      request_id: 'request',
    })
    expect(JSON.stringify(entry)).not.toContain('Workshop w1')
  })

  async function exportsBy(actor: string): Promise<Record<string, unknown>[]> {
    const answer = await app.get<{ items: Record<string, unknown>[] }>(
      '/front/query/audit_log/all',
      {
        filters: `action:eq:export,actor_id:eq:${actor}`,
        fields: 'action,actor_id,module,row_id,row_count,fields,reason,request_id',
      },
      'administrator',
    )
    return answer.body.data.items
  }

  describe('a template', () => {
    it('has the columns that may be imported, those that are needed with a star', async () => {
      const answer = await template('csv')
      const [header, ...others] = linesOf(answer)
      expect(others).toEqual([])
      expect(header?.slice(0, 3)).toEqual(['编号', 'Title（中文） *', 'Title（英文） *'])
      expect(header).toContain('E-mail *')
      for (const label of ['版本', '创建时间', 'Owner', 'State', 'Passport'])
        expect(header).not.toContain(label)
      expect(answer.headers['content-disposition']).toContain('Workshops%20%E5%AF%BC')
    })

    it('says in a workbook what each column takes', async () => {
      const [sheet, hints] = await readWorkbook((await template('')).bytes)
      expect([sheet?.data.length, hints?.data.length]).toEqual([1, (sheet?.data[0]?.length ?? 0) + 1])
      expect(hints?.data.find(([label]) => label === 'Size')?.[2]).toBe('small\nlarge')
    })
  })
})
