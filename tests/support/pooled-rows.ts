import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterScalar } from '#contract/filters.ts'
import { systemFields } from '#contract/module-definition.ts'
import type { ServerModule } from '#server/engine/server-module.ts'

/** Texts that meet often, in Chinese and English. */
export const words = ['alpha', 'Alpha beta', '储能 alpha', '能源', 'x,y|z#1', ''] as const

/** Ids of rows that relations name; some of them are there. */
export const rowIds = ['row-0', 'row-1', 'row-2', 'nowhere'] as const

/** Owners of rows. */
export const owners = ['p0', 'p1', 'p2'] as const

/** Number of the file that every row names which must name one. */
export const sharedFile = 'shared-file'

/** Answers numbers from 0 to below what is asked, the same for the same seed. */
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

/** Values that the rows of a field have, few enough to meet. */
export function poolOf(field: FieldDefinition): readonly FilterScalar[] {
  if (field.options) return field.options.map(({ value }) => value)
  if (field.relation) return rowIds
  return pools[field.type] ?? words
}

/**
 * A row with values by chance.
 * @param chance answers a number from 0 to below its argument
 */
export function pooledRow(
  { definition, ownership }: ServerModule,
  id: string,
  chance: (below: number) => number,
): Record<string, unknown> & { id: string } {
  const pick = <T>(pool: readonly T[]): T | undefined => pool[chance(pool.length)]
  const valueOf = (field: FieldDefinition): unknown => {
    const isEmpty = !field.required && chance(4) === 0
    if (field.type === 'json' || field.type === 'richtext') return isEmpty ? null : { type: 'doc' }
    // A text that is missing in a language is kept as an empty one.
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
      // What there may be once only is told apart by the row.
      return [key, field.unique ? `${id.replaceAll('-', '_')}_alpha` : valueOf(field)]
    })
  return { ...Object.fromEntries(entries), id }
}
