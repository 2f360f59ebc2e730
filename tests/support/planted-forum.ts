import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import { locales } from '#contract/locale.ts'
import { systemFields, type ActionDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { storeRow } from '#server/engine/write/store-rows.ts'
import { upsertRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import type { TestPlace } from './databases.ts'
import { useEngineApp, type SuiteEngine } from './engine-app.ts'
import { exhibitsServer, hallsServer, ledgersServer, receiptsServer } from './exhibits.ts'
import { askers, grantOf, type Asker } from './expected-rights.ts'
import { testSecrets } from './keys.ts'
import { benchesServer, workshopsServer } from './workshops.ts'

/** A row for one caller: in the caller's scope, and in the state that its purpose needs. */
export interface PlantedRow {
  module: ServerModule
  id: string
  asker: Asker
  token: string
  /** Owner of the row, where rows have owners. */
  ownerId: string
  /** `edit`, the name of an action, or `hidden` for a row outside of every scope. */
  purpose: string
  /** Values that its purpose needs. */
  fixed: Readonly<Record<string, unknown>>
  values: Readonly<Record<string, unknown>>
}

/** Every module, with rows for every caller; each value is recognizable wherever it appears. */
export interface PlantedForum {
  app: SuiteEngine
  planter: Planter
  rows: readonly PlantedRow[]
}

/** The forum's modules and those of tests. */
export const plantedModules: readonly ServerModule[] = [
  ...serverModules,
  benchesServer,
  workshopsServer,
  exhibitsServer,
  hallsServer,
  ledgersServer,
  receiptsServer,
]

const now = new Date('2023-09-01T00:00:00Z')

/** Runs the engine's API for a suite, over planted rows. */
export function usePlantedForum(place: TestPlace, options: { hasFiles?: boolean } = {}): PlantedForum {
  const planter = createPlanter()
  const rows = plantedModules.flatMap((module) => rowsFor(module, planter))
  const people = rows.filter(({ asker }) => asker !== 'anonymous').map((row) => userOf(row, planter))
  const users = plantedModules.find(({ definition }) => definition.name === 'users')
  const fill = ({ db }: SuiteEngine) =>
    db.transaction(async (trx) => {
      if (users) await upsertRows(trx, users.definition, people, { now, secrets: testSecrets })
      await trx
        .updateTable('users')
        .set({
          password_hash: planter.mark(secretOf('password_hash')),
          weixin_openid: sql<string>`${planter.mark(secretOf('weixin_openid'))} || id`,
        })
        .execute()
      for (const row of rows) await putRow(trx, row, planter)
    })
  return { app: useEngineApp(place, plantedModules, { ...options, fill }), planter, rows }
}

const secretOf = (field: string) => ({ module: 'users', rowId: '', field })

/** Creates rows for each caller: to edit, to act on, and hidden ones. */
function rowsFor(module: ServerModule, planter: Planter): PlantedRow[] {
  const deeds = Object.entries(module.definition.actions ?? {})
  return askers.flatMap((asker) => {
    const grant = grantOf(module, asker)
    if (!grant || grant.denialKey) return []
    const acted = deeds.filter(([operation]) => grant.runnableActions.has(operation))
    return [
      plantRow(module, asker, 'edit', planter),
      ...acted.map(([operation, action]) => plantRow(module, asker, operation, planter, action)),
      plantRow(module, asker, 'hidden', planter),
    ]
  })
}

function plantRow(
  module: ServerModule,
  asker: Asker,
  purpose: string,
  planter: Planter,
  action?: ActionDefinition,
): PlantedRow {
  const { definition, ownership } = module
  const id = planter.mark({ module: definition.name, rowId: '', field: 'id' })
  const grant = grantOf(module, asker)
  const callerId = `p${id.slice(2, -2)}`
  const isHidden = purpose === 'hidden'
  const ownerId = isHidden || action?.byOthers ? `other-${callerId}` : callerId
  const conditions = [
    ...(definition.published ?? []),
    ...(grant?.scope ?? []).filter((item): item is FilterItem => !('is' in item)),
  ]
  const state = definition.workflow && action?.from && { [definition.workflow.field]: action.from[0] }
  const fixed = {
    ...(ownership && { [ownership.field]: ownerId }),
    ...(definition.publishedFrom !== undefined && { [definition.publishedFrom]: '2023-08-01T00:00:00Z' }),
    ...valuesFor(module, conditions, !isHidden),
    ...(isHidden || action ? {} : valuesFor(module, grant?.editable ?? [], true)),
    ...valuesFor(module, action?.when ?? [], true),
    ...state,
  }
  const token = asker === 'anonymous' ? asker : `${asker}:${callerId}`
  return { module, id, asker, token, ownerId, purpose, fixed, values: {} }
}

/** Returns values for which the conditions hold, or do not hold. */
function valuesFor(
  { definition }: ServerModule,
  items: readonly FilterItem[],
  holds: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    items.flatMap(({ param, op = 'eq', value }) => {
      // Every field has a planted value unless it must be empty.
      if (op === 'empty') return value === holds ? [[param, null]] : []
      const wanted: unknown[] = Array.isArray(value) ? value : [value]
      const field = definition.fields[param]
      const all: unknown[] = field?.options?.map((option) => option.value) ?? [true, false]
      const isTaken = (one: unknown) => wanted.includes(one) === (op === 'eq' || op === 'in')
      return [[param, all.find((one) => isTaken(one) === holds)]]
    }),
  )
}

/** Inserts a row and, where rows can change, updates every field by a write that creates a revision. */
async function putRow(trx: Kysely<Tables>, row: PlantedRow, planter: Planter): Promise<void> {
  const { definition, isServerWritten: isRecord } = row.module
  const first = await plantValues(trx, row, planter)
  await upsertRows(trx, definition, [{ ...first, id: row.id }], { now, secrets: testSecrets })
  row.values = { ...first, id: row.id }
  if (isRecord) return
  const values = await plantValues(trx, row, planter)
  const tables = moduleTables(trx)
  const stored = await tables
    .selectFrom(definition.name)
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const caller = { kind: 'user', id: row.ownerId, role: 'organiser', isAdministrator: false } as const
  const registry = createRegistry(plantedModules)
  const origin = { requestId: 'request', clientAddress: '192.0.2.1' }
  const who = { caller, locale: 'en', ...origin } as const
  const context = {
    trx,
    registry,
    secrets: testSecrets,
    now,
    noteMessage: () => {},
    newId: () => row.id,
    ...who,
  }
  await storeRow(context, registry.get(definition.name), {
    operation: 'edit',
    id: row.id,
    before: stored,
    values,
  })
  row.values = { ...values, id: row.id }
}

async function plantValues(
  trx: Kysely<Tables>,
  { module, id, fixed }: PlantedRow,
  planter: Planter,
): Promise<Record<string, unknown>> {
  const planted: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(module.definition.fields)) {
    if (Object.hasOwn(systemFields, key) || field.computed) continue
    const place = { module: module.definition.name, rowId: id, field: key }
    const value = planter.plant(place, field)
    if (field.type === 'file' || field.type === 'image') await putFile(trx, String(value), place)
    planted[key] = value
  }
  return { ...planted, ...fixed }
}

/** Stores the metadata of a file whose bytes no test reads. */
export async function putFile(
  trx: Kysely<Tables>,
  no: string,
  { module, field }: { module: string; field: string },
  ownerId: string | null = null,
): Promise<void> {
  await sql`insert into files (no, name, media_type, size_bytes, sha256, storage_key, owner_id, for_module, for_field, created_at)
    values (${no}, ${`${no}.pdf`}, 'application/pdf', 7, ${no}, ${no}, ${ownerId}, ${module}, ${field}, '2023-09-01T00:00:00Z')`.execute(
    trx,
  )
}

/** Creates the account of the caller of a row. */
function userOf({ asker, token }: PlantedRow, planter: Planter): RowToWrite {
  const id = token.slice(asker.length + 1)
  const place = (field: string) => ({ module: 'users', rowId: id, field })
  const role = asker === 'granted' ? 'staff' : asker === 'administrator' ? 'organiser' : asker
  const isAdministrator = asker === 'administrator'
  const mobile = `+8613${planter.mark(place('mobile')).slice(2, -2).padStart(9, '0')}`
  return { id, display_name: id, login_name: id, mobile, role, is_administrator: isAdministrator }
}

/** Location of a planted value. */
export interface Planted {
  module: string
  rowId: string
  field: string
}

/** Creates values that are recognizable in any text. */
interface Planter {
  /** Creates a unique value for a field; types with few values get one of those. */
  plant(place: Planted, field: FieldDefinition): unknown
  /** Creates a unique number for something that is no field. */
  mark(place: Planted): string
  /** Finds the planted values in a text. */
  find(text: string): Planted[]
}

const dayMs = 86_400_000
const dates = Date.UTC(2100, 0, 1)
const instants = Date.UTC(2300, 0, 1)

/** Formats of the numbers in each type. */
const forms = [
  /mk(\d+)mk/gi,
  /\+86199(\d{8})/g,
  /(?<![\d.])(\d{4,5})999(?![\d.])/g,
  /(?<![\d.])(\d{4,5})\.40625/g,
] as const

function createPlanter(): Planter {
  const places = new Map<number, Planted>()
  const next = (place: Planted): number => {
    // At least four digits: shorter numbers occur by chance.
    const number = 1000 + places.size
    places.set(number, place)
    return number
  }
  return {
    plant: (place, field) => valueOf(field, () => next(place)),
    mark: (place) => `mk${next(place)}mk`,
    find: (text) => numbersIn(text).flatMap((number) => places.get(number) ?? []),
  }
}

function numbersIn(text: string): number[] {
  const days = [...text.matchAll(/\b2[1-5]\d\d-\d\d-\d\d/g)].map(([day]) => {
    const at = Date.parse(day)
    return (at - (at < instants ? dates : instants)) / dayMs
  })
  return [...forms.flatMap((form) => [...text.matchAll(form)].map((match) => Number(match[1]))), ...days]
}

function valueOf(field: FieldDefinition, next: () => number): unknown {
  if (field.localized) {
    const value = valueOf({ ...field, localized: false }, next)
    return Object.fromEntries(locales.map((locale) => [locale, value]))
  }
  switch (field.type) {
    case 'boolean':
      return false
    case 'time':
      return '09:30'
    case 'enum':
      return field.options?.[0]?.value
    case 'enum_set':
      return [field.options?.[0]?.value]
    case 'integer':
      return next() * 1000 + 999
    case 'decimal':
      return next() + 0.40625
    case 'date':
      return new Date(dates + next() * dayMs).toISOString().slice(0, 10)
    case 'datetime':
      return new Date(instants + next() * dayMs).toISOString().replace('.000', '')
    case 'phone':
      return `+86199${String(next()).padStart(8, '0')}`
    case 'email':
      return `mk${next()}mk@forum.example`
    case 'url':
      return `https://forum.example/mk${next()}mk`
    case 'json':
      return { held: `mk${next()}mk` }
    case 'richtext':
      return { type: 'doc', content: [{ type: 'paragraph', content: [textNode(next())] }] }
    default:
      return field.type === 'list' || field.relation?.many ? [`mk${next()}mk`] : `mk${next()}mk`
  }
}

function textNode(number: number) {
  return { type: 'text', text: `mk${number}mk` }
}
