import { is } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import type { TestPlace } from './databases.ts'
import { ImportForum } from './import-forum.ts'

const label = (zh: string, en: string) => ({ 'zh-CN': zh, en })

/** Desks that rows may refer to: two share a name, and one is visible to its creators only. */
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

/** A module of import tests, with every type of field that spreadsheets corrupt. */
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
      organiser: allow('list read create update delete import export')
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

/** The server with an empty list and four desks. */
export class OddForum extends ImportForum {
  constructor(place: TestPlace) {
    super(place, { modules, fill: (server) => server.write(desks, deskRows) })
  }

  async rows(...fields: string[]): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = []
    for (let number = 1; ; number++) {
      const query = `size=100&page=${number}&sorters=code:asc&fields=${fields.join(',')}`
      const response = await this.server.get(`/front/query/${oddModule}/all?${query}`, this.organiser)
      const { data } = (await response.json()) as {
        data: { items: Record<string, unknown>[]; total: number }
      }
      all.push(...data.items.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]]))))
      if (all.length >= data.total) return all
    }
  }

  empty(): Promise<unknown> {
    return this.server.db.kysely.deleteFrom(oddModule as never).execute()
  }
}
