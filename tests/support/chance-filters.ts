import * as fc from 'fast-check'
import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import { operatorsOf } from '#server/engine/filter-values.ts'
import type { ServerModule } from '#server/engine/server-module.ts'
import { maySee, type Asker } from './expected-rights.ts'
import { poolOf } from './pooled-rows.ts'

function valueFor(op: Operator, scalar: fc.Arbitrary<FilterScalar>): fc.Arbitrary<FilterItem['value']> {
  if (op === 'empty') return fc.boolean()
  if (op === 'between') return fc.tuple(scalar, scalar).map((pair) => [...pair])
  return op === 'in' || op === 'nin' ? fc.array(scalar, { maxLength: 3 }) : scalar
}

/** False for fields whose values the server makes. */
export const isPlain = (key: string) => !['version', 'created_at', 'updated_at'].includes(key)

/** Conditions of chance on the fields that a person may filter a module by; undefined when there are none. */
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
      fc.tuple(fc.constant(param), fc.constant(field), fc.constantFrom(...operatorsOf(field))),
    )
    .chain(([param, field, op]): fc.Arbitrary<FilterItem> => {
      const pool: readonly FilterScalar[] = param === 'id' ? ['row-1', 'row-9', 'nowhere'] : poolOf(field)
      return valueFor(op, fc.constantFrom(...pool)).map((value) => ({ param, op, value }))
    })
  return fc
    .tuple(condition, fc.array(condition, { maxLength: 2 }))
    .map(([own, ors]) => (ors.length > 0 ? { ...own, ors } : own))
}
