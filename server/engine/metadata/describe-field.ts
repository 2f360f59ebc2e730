import type { FieldCondition } from '#contract/conditions.ts'
import type { FieldDefinition, RelationTarget } from '#contract/field-definition.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import type { FieldMetadata } from '#contract/metadata.ts'
import { listConditionFields } from '#contract/rules.ts'
import type { Caller } from '#server/http/caller.ts'
import { getFieldType } from '../field-types/index.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isMasked, isAllowed, visibleFields, writableFields } from '../schema/visible-fields.ts'

/** For whom a module is described. Built once per description and passed to the functions that describe its parts. */
export interface MetadataReader {
  caller: Caller
  module: ServerModule
  registry: Registry
  /** True for a field that the caller sees. */
  canSee: (key: string) => boolean
}

/** Describes a field for a caller, without conditions, filters and shapes that name fields which the caller does not see. */
export function describeField(reader: MetadataReader, key: string, field: FieldDefinition): FieldMetadata {
  const { caller, module } = reader
  const { help, surfaces, typeCode, relation, of, accept, shaped, widget, display } = field
  const filterable = visibleFields(caller, module, 'filter').has(key)
  const conditions = selectVisibleConditions(field.conditions ?? [], reader.canSee)
  return {
    ...pickConstraints(field),
    ...(help ? { help } : {}),
    writable: canWrite(caller, module) && writableFields(caller, module).has(key),
    masked: isMasked(caller, module, key),
    surfaces: { ...surfaces, filter: surfaces.filter && filterable },
    sortable: visibleFields(caller, module, 'sort').has(key),
    searchable: visibleFields(caller, module, 'search').has(key),
    operators: filterable ? getFieldType(field).operators : [],
    ...(of ? { of: describeItem(of) } : {}),
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(typeCode ? { typeCode } : {}),
    ...(relation ? { relation: hideRelationFilters(reader, relation) } : {}),
    ...(accept ? { accept } : {}),
    ...(shaped && reader.canSee(shaped.field) ? { shaped } : {}),
    ...(widget ? { widget } : {}),
    ...(display ? { display } : {}),
  }
}

/** Picks the field's name and the constraints on its value that do not depend on other fields. */
function pickConstraints(field: FieldDefinition) {
  const { type, label, localized, required, min, max, pattern, distinct, messages } = field
  return {
    type,
    label,
    localized,
    required,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(distinct === undefined ? {} : { distinct }),
    ...(messages === undefined ? {} : { messages }),
  }
}

/** Describes the items of a list. Unlike fields they have no permissions of their own. */
function describeItem(field: FieldDefinition): FormField {
  return { ...pickConstraints(field), ...(field.options ? { options: field.options } : {}) }
}

/** True when the caller may create or update rows; otherwise no field is writable. */
function canWrite(caller: Caller, module: ServerModule): boolean {
  return isAllowed(caller, module, 'create') || isAllowed(caller, module, 'update')
}

/**
 * Selects the conditions that a caller may see. A field is shown while one of its `shown` conditions is met. When one of them
 * must stay hidden, `shown` is left out of all: with only the others, a client would hide the field too often.
 */
function selectVisibleConditions(
  conditions: readonly FieldCondition[],
  canSee: (key: string) => boolean,
): FieldCondition[] {
  const isVisible = ({ when }: FieldCondition) => when.flatMap(listConditionFields).every(canSee)
  const visible = conditions.filter(isVisible)
  if (conditions.every((condition) => !condition.set.shown || isVisible(condition))) return visible
  return visible.flatMap(({ when, set }) => (set.required ? [{ when, set: { required: true } }] : []))
}

/** Removes the filters of a relation that name fields by which the caller cannot filter the target module. */
function hideRelationFilters({ caller, registry }: MetadataReader, relation: RelationTarget): RelationTarget {
  const { filter, ...target } = relation
  const fields = visibleFields(caller, registry.get(relation.module), 'filter')
  const usableFilter = (filter ?? []).filter((item) =>
    listConditionFields(item).every((key) => fields.has(key)),
  )
  return usableFilter.length > 0 ? { ...target, filter: usableFilter } : target
}
