import * as fc from 'fast-check'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import { systemFields } from '#contract/module-definition.ts'
import { getFieldType } from '#server/engine/field-types/index.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { maySee, type Asker } from './expected-rights.ts'

/** Few texts in Chinese and English, so that rows often share them. */
const words = ['alpha', 'Alpha beta', '储能 alpha', '能源', 'x,y|z#1', ''] as const

/** Ids for relations; some of the rows exist. */
const rowIds = ['row-0', 'row-1', 'row-2', 'nowhere'] as const

const owners = ['p0', 'p1', 'p2'] as const

/** Number of the file that rows with a required file share. */
export const sharedFile = 'shared-file'

/** Creates a generator of integers from 0 below a limit, the same for the same seed. */
export function chanceFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const pools: Partial<Record<FieldDefinition['type'], readonly FilterScalar[]>> = {
  integer: [0, 3, 7],
  decimal: [0.25, 1.25],
  boolean: [true, false],
  date: ['2023-09-05', '2023-09-06', '2023-09-07'],
  time: ['09:00', '11:30'],
  datetime: ['2023-09-06T01:00:00Z', '2023-09-06T03:00:00Z', '2023-09-07T01:00:00Z'],
  email: ['a@forum.example', 'b@forum.example'],
  phone: ['+8613800000000', '+8613900000000'],
  url: ['https://forum.example/', 'https://forum.example/b'],
  id_number: ['E12345678'],
}

/** Returns the values of a field, few enough to coincide. */
function poolOf(field: FieldDefinition): readonly FilterScalar[] {
  if (field.options) return field.options.map(({ value }) => value)
  if (field.relation) return rowIds
  return pools[field.type] ?? words
}

/** Creates a row with random values. @param chance returns an integer from 0 below its argument */
export function pooledRow(
  { definition, ownership }: ServerModule,
  id: string,
  chance: (below: number) => number,
): Record<string, unknown> & { id: string } {
  const pick = <T>(pool: readonly T[]): T | undefined => pool[chance(pool.length)]
  const valueOf = (field: FieldDefinition): unknown => {
    const isEmpty = !field.required && chance(4) === 0
    if (field.type === 'json' || field.type === 'richtext') return isEmpty ? null : { type: 'doc' }
    // A text that is missing in a language is stored as an empty one.
    if (field.localized && isEmpty) return { 'zh-CN': '', en: '' }
    if (isEmpty) return null
    if (field.localized)
      return { 'zh-CN': `${pick(words)} ${chance(3)}`, en: chance(3) ? `${pick(words)} ${chance(3)}` : '' }
    const pool = poolOf(field)
    const isMany = field.type === 'list' || field.type === 'enum_set' || field.relation?.many
    return isMany ? pool.filter(() => chance(2) === 0) : pick(pool)
  }
  const entries = Object.entries(definition.fields)
    .filter(([key, field]) => !Object.hasOwn(systemFields, key) && !field.computed)
    .map(([key, field]) => {
      if (field.type === 'file' || field.type === 'image') return [key, field.required ? sharedFile : null]
      if (key === ownership?.field) return [key, pick(owners) ?? null]
      // Unique values contain the row's id.
      return [key, field.unique ? `${id.replaceAll('-', '_')}_alpha` : valueOf(field)]
    })
  return { ...Object.fromEntries(entries), id }
}

function valueFor(op: Operator, scalar: fc.Arbitrary<FilterScalar>): fc.Arbitrary<FilterItem['value']> {
  if (op === 'empty') return fc.boolean()
  if (op === 'between') return fc.tuple(scalar, scalar).map((pair) => [...pair])
  return op === 'in' || op === 'nin' ? fc.array(scalar, { maxLength: 3 }) : scalar
}

/** Whether a field's value is not created by the server. */
export const isPlain = (key: string) => !['version', 'created_at', 'updated_at'].includes(key)

/** Creates random conditions on the fields by which a caller may filter; undefined when there are none. */
export function itemsFor(module: ServerModule, asker: Asker): fc.Arbitrary<FilterItem> | undefined {
  const fields = Object.entries(module.definition.fields).filter(
    ([key, field]) =>
      field.filterable &&
      !field.computed &&
      isPlain(key) &&
      field.type !== 'id_number' &&
      maySee(module, asker, key),
  )
  if (fields.length === 0) return undefined
  const condition = fc
    .constantFrom(...fields)
    .chain(([param, field]) =>
      fc.tuple(fc.constant(param), fc.constant(field), fc.constantFrom(...getFieldType(field).operators)),
    )
    .chain(([param, field, op]): fc.Arbitrary<FilterItem> => {
      const pool: readonly FilterScalar[] = param === 'id' ? ['row-1', 'row-9', 'nowhere'] : poolOf(field)
      return valueFor(op, fc.constantFrom(...pool)).map((value) => ({ param, op, value }))
    })
  return fc
    .tuple(condition, fc.array(condition, { maxLength: 2 }))
    .map(([own, ors]) => (ors.length > 0 ? { ...own, ors } : own))
}
