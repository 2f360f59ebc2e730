import { paths } from '#contract/calls.ts'
import { is } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { allow } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'
import { createModuleTable } from '#server/engine/tables.ts'
import { writeRows } from '#server/engine/write-rows.ts'
import { startImportForum, type ImportForum } from './import-forum.ts'

const label = (zh: string, en: string) => ({ 'zh-CN': zh, en })

/** Desks that entries of the list may name: two are called alike, one nobody but its makers may see. */
const desks = defineModule({
  name: 'test_desks',
  label: label('柜台', 'Desks'),
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label: label('名称', 'Name'), localized: true, required: true, max: 40 }),
    is_open: f.boolean({ label: label('开放', 'Open'), required: true, default: true }),
  },
  published: [is('is_open', true)],
})

/** A module that exists only in tests of imports, with every type of field that spreadsheets spoil. */
const oddList = defineModule({
  name: 'test_odd_list',
  label: label('名单', 'List'),
  group: 'forms',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label: label('姓名', 'Name'), localized: true, max: 200 }),
    code: f.string({ label: label('代码', 'Code'), max: 40, unique: true }),
    phone: f.phone({ label: label('电话', 'Phone') }),
    card: f.id_number({ label: label('证件号码', 'ID number') }),
    email: f.email({ label: label('邮箱', 'E-mail') }),
    day: f.date({ label: label('日期', 'Day') }),
    hour: f.time({ label: label('时间', 'Hour') }),
    moment: f.datetime({ label: label('时刻', 'Moment') }),
    seats: f.integer({ label: label('人数', 'Seats'), min: 0, max: 100_000 }),
    price: f.decimal({ label: label('价格', 'Price') }),
    desk: f.relation('test_desks', { label: label('柜台', 'Desk') }),
    about: f.text({ label: label('说明', 'About'), max: 5000 }),
  },
})

/** The name of the module. */
export const oddModule = oddList.name

const modules = [
  serverModule(desks, { permissions: { organiser: allow('list read create import') } }),
  serverModule(oddList, {
    permissions: {
      organiser: allow('list read create update delete import export reveal')
        .masked(['card'])
        .writes(Object.keys(oddList.fields) as (keyof typeof oddList.fields)[]),
    },
  }),
]

const named = (zh: string, en: string) => ({ name: { 'zh-CN': zh, en } })

const deskRows = [
  { id: 'desk-one', ...named('一号柜台', 'Desk 1') },
  { id: 'desk-two', ...named('二号柜台', 'Desk 2') },
  { id: 'desk-also-two', ...named('二号柜台', 'Desk 2 too') },
  { id: 'desk-closed', ...named('内部柜台', 'Closed desk'), is_open: false },
]

/** The server over an empty list, and four desks. */
export interface OddForum extends ImportForum {
  /** Values of all rows, in the order of their codes. */
  rows(...fields: string[]): Promise<Record<string, unknown>[]>
  /** The sealed number of a row. */
  reveal(id: unknown): Promise<string>
  empty(): Promise<unknown>
}

/** Starts it. */
export async function startOddForum(db: Database, dataDir: string): Promise<OddForum> {
  await migrate(db)
  for (const { definition } of modules) await createModuleTable(db.kysely, definition)
  await db.transaction((trx) => writeRows(trx, desks, deskRows, { now: '2023-09-01T00:00:00Z' }))
  const forum = await startImportForum(db, dataDir, { modules })
  const page = async (number: number, fields: readonly string[]) => {
    const query = `size=100&page=${number}&sorters=code:asc&fields=${fields.join(',')}`
    const response = await forum.server.get(`/front/query/${oddModule}/all?${query}`, forum.organiser)
    const { data } = (await response.json()) as {
      data: { items: Record<string, unknown>[]; total: number }
    }
    return data
  }
  return {
    ...forum,
    rows: async (...fields) => {
      const all: Record<string, unknown>[] = []
      for (let number = 1; ; number++) {
        const { items, total } = await page(number, fields)
        all.push(...items.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]]))))
        if (all.length >= total) return all
      }
    },
    reveal: async (id) => {
      const body = { id, field: 'card', reason: 'compared with the file' }
      const response = await forum.server.post(paths.reveal(oddModule), body, forum.organiser)
      return ((await response.json()) as { data: { value: string } }).data.value
    },
    empty: () => db.kysely.deleteFrom(oddModule as never).execute(),
  }
}
