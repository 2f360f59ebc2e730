import { is, isNoneOf, visibleAndRequiredWhen } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { createModuleTable } from '#server/engine/schema/tables.ts'
import type { WriteHooks } from '#server/engine/schema/write-hooks.ts'
import { upsertRows } from '#server/engine/write/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import { label, options } from './form-fields.ts'
import { benches, benchesServer } from './workshops.ts'

const fields = {
  code: f.string({ label: label('Code'), required: true, max: 20, unique: true }),
  name: f.string({ label: label('Name'), localized: true, required: true, max: 60 }),
  group: f.string({ label: label('Group'), max: 20 }),
  mail: f.email({ label: label('Mail') }),
  kind: f.enum({
    label: label('Kind'),
    required: true,
    typeCode: 'kind',
    default: 'tent',
    options: options('tent', 'table'),
  }),
  is_heated: f.boolean({ label: label('Heated'), required: true, default: false }),
  fuel: f.string({
    label: label('Fuel'),
    max: 20,
    conditions: [visibleAndRequiredWhen(is('is_heated', true))],
  }),
  line_no: f.integer({ label: label('Line number') }),
  place_no: f.integer({ label: label('Place number') }),
  passport: f.id_number({ label: label('Passport') }),
  bench: f.relation('benches', { label: label('Bench') }),
  hall: f.string({ label: label('Hall'), max: 20 }),
  on_day: f.date({ label: label('Day') }),
  from_at: f.time({ label: label('From') }),
  to_at: f.time({ label: label('To') }),
  state: f.enum({
    label: label('State'),
    required: true,
    typeCode: 'state',
    default: 'open',
    options: options('open', 'closed', 'gone'),
  }),
} as const

const definition = (name: string) =>
  defineModule({
    name,
    label: label(name),
    group: 'forms',
    titleTemplate: '{{code}}',
    fields,
    uniques: [{ fields: ['line_no', 'place_no'], where: [isNoneOf('state', ['gone'])], key: 'field.taken' }],
    defaultSorters: { code: 'asc' },
    limits: { allRows: 5000 },
  })

/** A module of tests with rules across rows: unique values, seats of a bench, times of a hall. It sends mails. */
export const stalls = definition('test_stalls')

/** Definition of {@link stalls} and {@link tags}. */
export type StallDefinition = typeof stalls

/** The same without rules across rows, except unique values. */
export const tags = definition('test_tags')

const whole = 'list read drafts create update delete import export history'

/** Staff see the rows of one kind, and change those that are not closed. */
export const stallPermissions = {
  participant: allow('list read'),
  staff: allow('list read create update import')
    .rows<'kind'>(is('kind', 'tent'))
    .editableWhen(isNoneOf('state', ['closed'])),
  organiser: allow(whole),
}

const hooks: WriteHooks = {
  follow: async (step) => {
    const { after, before, operation, locale } = step
    if (before || operation === 'delete') return
    const to = `${String(after['code'])}@forum.example`
    await step.send({ channel: 'mail', to, template: 'digest', locale })
  },
}

export const stallsServer = serverModule(stalls, {
  permissions: stallPermissions,
  hooks,
  exclusions: [
    {
      same: ['hall', 'on_day'],
      from: 'from_at',
      to: 'to_at',
      where: [isNoneOf('state', ['gone'])],
      path: 'hall',
      key: 'field.taken',
    },
  ],
  capacities: [
    { relation: 'bench', limit: 'places', where: [isNoneOf('state', ['gone'])], key: 'field.taken' },
  ],
})

export const tagsServer = serverModule(tags, { permissions: stallPermissions })

/** Modules of a forum with stalls. */
export const stallModules = [...serverModules, benchesServer, stallsServer, tagsServer]

const bench = (position: number, places: number) => ({
  id: `b${position}`,
  position,
  name: `Bench ${position}`,
  size: 'small',
  places,
})

/** Inserts the benches of stalls: four seats at `b1`, one at `b2`, nine at `b9`. */
export async function makeBenches(db: Database): Promise<void> {
  const rows = [bench(1, 4), bench(2, 1), bench(9, 9)]
  await db.transaction((trx) => upsertRows(trx, benches, rows, { now: '2023-09-01T00:00:00Z' }))
}

/** Creates the tables of a forum with stalls, and its benches. */
export async function makeStallTables(db: Database): Promise<void> {
  await migrate(db)
  for (const module of [benchesServer, stallsServer, tagsServer]) await createModuleTable(db.kysely, module)
  await makeBenches(db)
}

/** Creates a row of stalls or tags. */
export const stall = (code: string, more: object = {}) => ({
  code,
  name: { 'zh-CN': `摊位${code}`, en: `Stall ${code}` },
  ...more,
})
