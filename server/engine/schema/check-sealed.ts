import type { Condition } from '#contract/conditions.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import { listTemplateFields, type ModuleDefinition } from '#contract/module-definition.ts'
import { listRuleFields } from '#contract/rules.ts'
import { blindIndexColumn } from '#server/engine/field-types/id-number.ts'
import { isSealed } from '../field-types/index.ts'
import type { ServerModule } from './server-module.ts'

/**
 * Finds errors in a module's use of ID numbers. They are encrypted, so rows cannot be found, ordered, compared or named by
 * them, and a default or a list would store them in clear.
 */
export function findSealedFieldErrors(module: ServerModule): string[] {
  const { name, fields } = module.definition
  const sealedFields = [
    ...listNamedFields(module),
    ...listConditions(module).flatMap(listComparedFields),
  ].filter((key) => isSealed(fields[key]))
  return [
    ...[...new Set(sealedFields)].map(
      (key) => `${name}.${key} is sealed, so rows cannot be told apart by it`,
    ),
    ...Object.entries(fields)
      .flatMap(([key, field]) => findFieldErrors(key, field, fields))
      .map((error) => `${name}.${error}`),
  ]
}

/** Finds properties of a field that would store ID numbers in clear or compare them. */
function findFieldErrors(key: string, field: FieldDefinition, fields: ModuleDefinition['fields']): string[] {
  if (isSealed(field.of)) return [`${key} would hold ID numbers in clear`]
  if (!isSealed(field)) return []
  const { sortable, filterable, searchable, unique, localized } = field
  const hasForbiddenProperty =
    sortable || filterable || searchable || unique || localized || field.default !== undefined
  return [
    ...(hasForbiddenProperty
      ? [`${key} is sealed: no sort, filter, search, uniqueness, languages or default`]
      : []),
    ...(Object.hasOwn(fields, blindIndexColumn(key))
      ? [`${blindIndexColumn(key)} is the column of a blind index`]
      : []),
  ]
}

/** Lists the fields by which rows are named, ordered or compared. */
function listNamedFields({ definition, exclusions = [] }: ServerModule): string[] {
  const { fields, titleTemplate, defaultSorters, presets = [], uniques = [], rules = [] } = definition
  return [
    ...listTemplateFields(titleTemplate),
    ...Object.keys(defaultSorters),
    ...presets.flatMap((preset) => Object.keys(preset.sorters)),
    ...uniques.flatMap((rule) => rule.fields),
    ...Object.values(fields).flatMap(({ computed }) => (computed ? [computed.field] : [])),
    // The conditions of `implies` may test whether a sealed field is empty; `listConditions` has them.
    ...rules.flatMap((rule) => (rule.rule === 'implies' ? [] : listRuleFields(rule))),
    ...exclusions.flatMap((rule) => rule.same),
  ]
}

/** Lists the conditions on rows of the module itself. */
function listConditions({
  definition,
  permissions,
  retention = [],
  exclusions = [],
  capacities = [],
}: ServerModule): Condition[] {
  const { fields, published = [], presets = [], uniques = [], rules = [] } = definition
  return [
    ...published,
    ...presets.flatMap((preset) => preset.filters),
    ...uniques.flatMap((rule) => rule.where ?? []),
    ...Object.values(fields).flatMap(({ conditions = [] }) =>
      conditions.flatMap((condition) => condition.when),
    ),
    ...rules.flatMap((rule) => (rule.rule === 'implies' ? [...rule.when, ...rule.must] : [])),
    ...Object.values(permissions).flatMap((permission) => [
      ...permission.scope.filter((scope): scope is FilterItem => !('is' in scope)),
      ...permission.editable,
    ]),
    ...[...retention.map((rule) => rule.rows), ...exclusions.map((rule) => rule.where)].flatMap(
      (items) => items ?? [],
    ),
    ...capacities.flatMap((rule) => rule.where ?? []),
  ]
}

/** Lists the fields whose value a condition compares; `empty` may be used with every field. */
function listComparedFields(condition: Condition): string[] {
  if ('overlapping' in condition) return [condition.overlapping]
  const ors = (condition.ors ?? []).flatMap(listComparedFields)
  return condition.op === 'empty' ? ors : [condition.param, ...ors]
}
