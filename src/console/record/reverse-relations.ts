import type { FilterItem } from '#contract/filters.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'

/** A field by which rows of a module refer to a record, and the filter that lists them. */
export interface ReverseRelation {
  from: ModuleMetadata
  field: string
  filters: readonly FilterItem[]
}

/** Lists the fields of a module that can be filtered by a record. */
export function listReverseRelations(module: string, id: string, from: ModuleMetadata): ReverseRelation[] {
  return Object.entries(from.fields)
    .filter(([, { relation, operators }]) => relation?.module === module && operators.includes('eq'))
    .map(([field]) => ({ from, field, filters: [{ param: field, op: 'eq', value: id }] }))
}
