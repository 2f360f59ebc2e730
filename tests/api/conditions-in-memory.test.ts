import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { f } from '#contract/fields.ts'
import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import { defineModule } from '#contract/module-definition.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import { decodeField, type StoredRow } from '#server/engine/field-types/codec.ts'
import { toSqlCondition, type FilterScope } from '#server/engine/query/filter-sql.ts'
import { getFieldType } from '#server/engine/field-types/index.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { createModuleTable } from '#server/engine/schema/tables.ts'
import { upsertRows } from '#server/engine/write/write-rows.ts'
import { migrate } from '#server/db/migrate.ts'
import { eachDatabase } from '../support/databases.ts'
import { label, plainFields } from '../support/form-fields.ts'

const { id_number: _, file: __, image: ___, ...fields } = plainFields
/** A module that exists only here. */
const things = defineModule({
  name: 'test_things',
  label: label('Things'),
  group: 'content',
  titleTemplate: '{{id}}',
  fields: {
    ...fields,
    title: f.string({ label: label('Title'), localized: true }),
    story: f.text({ label: label('Story'), localized: true, required: true }),
    page: f.richtext({ label: label('Page'), localized: true }),
    numbers: f.list(f.integer({ label: label('Number') }), { label: label('Numbers') }),
    halls: f.relations('test_things', { label: label('Halls') }),
  },
})

/** Some of them equal but for what only a comparison by bytes, by letters or by type would tell. */
const texts = ['', 'a', 'A', 'ab', 'B', 'é', 'É', '储', '储能', '\u{1F680}', '\uFF21', '50%', 'a_b', '1', ' ']
const plain: Partial<Record<FieldDefinition['type'], readonly unknown[]>> = {
  richtext: [{ type: 'doc' }, { type: 'doc', content: [] }],
  integer: [0, 1, -1, 10, 2],
  decimal: [0, 0.25, -1.5, 10],
  boolean: [true, false],
  date: ['2023-09-05', '2023-09-06', '2024-02-29'],
  time: ['09:00', '10:30', '00:00'],
  datetime: ['2023-09-06T02:00:00Z', '2023-09-06T10:00:00Z'],
  json: [{}, [], 'a', 0, false],
  enum: ['a', 'b'],
  relation: ['x1', 'x2', 'a'],
}
/** The same moments and truths in the other forms in which a filter may name them. */
const also: Partial<Record<FieldDefinition['type'], readonly FilterScalar[]>> = {
  integer: ['1', '-1'],
  decimal: ['0.25', '10.0'],
  boolean: ['1', '0', 'true', 'false', 1, 0],
  datetime: ['2023-09-06T10:00:00+08:00', '2023-09-06T02:00Z'],
}

const own = Object.entries(things.fields).filter(
  ([key]) => !['version', 'created_at', 'updated_at'].includes(key),
)

function valuesOf(field: FieldDefinition): readonly unknown[] {
  return plain[field.type] ?? texts
}

function valueOf(field: FieldDefinition): fc.Arbitrary<unknown> {
  if (field.type === 'enum_set') return fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))
  if (field.type === 'list')
    return fc.array(fc.constantFrom(...valuesOf(field.of ?? field)), { maxLength: 3 })
  const one = fc.constantFrom(...valuesOf(field))
  if (field.relation?.many) return fc.uniqueArray(one, { maxLength: 3 })
  if (field.type === 'richtext') return fc.record({ 'zh-CN': one, en: fc.option(one) })
  return field.localized ? fc.record({ 'zh-CN': one, en: one }) : one
}

const row = fc.record(
  Object.fromEntries(
    own
      .filter(([key]) => key !== 'id')
      .map(([key, field]) => [key, field.required ? valueOf(field) : fc.option(valueOf(field))]),
  ),
)

function scalarOf(field: FieldDefinition): fc.Arbitrary<FilterScalar> {
  if (field.type === 'enum_set') return fc.constantFrom('a', 'b', 'c')
  if (field.type === 'list' && field.of) return scalarOf(field.of)
  const all = [...valuesOf(field), ...(also[field.type] ?? [])] as FilterScalar[]
  return fc.constantFrom(...all)
}

function wantedOf(op: Operator, field: FieldDefinition): fc.Arbitrary<FilterItem['value']> {
  if (op === 'empty') return fc.constantFrom<FilterScalar>(true, false, 'true', '0')
  const scalar = scalarOf(field)
  if (op === 'between') return fc.tuple(scalar, scalar).map((pair) => [...pair])
  const several = fc.array(scalar, { maxLength: 3 })
  if (op === 'in' || op === 'nin') return fc.oneof(several, scalar)
  return op === 'eq' || op === 'ne' ? fc.oneof(scalar, several) : scalar
}

const condition: fc.Arbitrary<FilterItem> = fc
  .constantFrom(...own.filter(([, field]) => getFieldType(field).operators.length > 0))
  .chain(([param, field]) =>
    fc
      .constantFrom(...getFieldType(field).operators)
      .chain((op) => wantedOf(op, field).map((value) => ({ param, op, value }))),
  )
const item = fc
  .tuple(condition, fc.array(condition, { maxLength: 2 }))
  .map(([first, ors]) => (ors.length > 0 ? { ...first, ors } : first))

eachDatabase('conditions in memory', (place) => {
  let scope: FilterScope
  let rows: { id: string; values: Values }[]

  beforeAll(async () => {
    const db = await place.open()
    await migrate(db)
    await createModuleTable(db.kysely, { definition: things })
    const made = fc.sample(row, { numRuns: 150, seed: 5 })
    const written = made.map((values, index) => ({ ...values, id: `x${index}` }))
    await db.transaction((trx) => upsertRows(trx, things, written, { now: new Date('2023-09-01T00:00:00Z') }))
    scope = { kysely: moduleTables(db.kysely), table: 'test_things', fields: new Map(own) }
    const stored = await sql<StoredRow>`select * from test_things order by id`.execute(scope.kysely)
    rows = stored.rows.map((one) => ({
      id: String(one['id']),
      values: Object.fromEntries(own.map(([key, field]) => [key, decodeField(key, field, one, new Map())])),
    }))
  })

  it('hold for the rows that the database answers', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 2 }), async (items) => {
        const where = sql.join(
          items.map((one) => toSqlCondition(scope, one)),
          sql` and `,
        )
        const answer = await sql<{
          id: string
        }>`select id from test_things where ${where} order by id`.execute(scope.kysely)
        const held = rows.filter(({ values }) => matchesAllConditions(things, items, values, () => undefined))
        expect(held.map(({ id }) => id)).toEqual(answer.rows.map(({ id }) => id))
        found += held.length
      }),
      { numRuns: 1500 },
    )
    expect(found).toBeGreaterThan(1000)
  })
})
