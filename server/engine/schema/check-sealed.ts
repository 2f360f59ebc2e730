import type { Condition } from '#contract/conditions.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import { templateFields, type ModuleDefinition } from '#contract/module-definition.ts'
import { listRuleFields } from '#contract/rules.ts'
import { blindIndexColumn } from '#server/db/module-tables.ts'
import type { ServerModule } from './server-module.ts'

/**
 * Faults of a module in its ID numbers: they are stored sealed, so nothing may find, order, compare or name rows by them,
 * and a default or a list would lie beside them in clear.
 */
export function findSealedFieldErrors(module: ServerModule): string[] {
  const { name, fields } = module.definition
  const isSealed = (key: string) => fields[key]?.type === 'id_number'
  const named = [...namedFields(module), ...testsOf(module).flatMap(comparedFields)].filter(isSealed)
  return [
    ...[...new Set(named)].map((key) => `${name}.${key} is sealed, so rows cannot be told apart by it`),
    ...Object.entries(fields)
      .flatMap(([key, field]) => fieldFaults(key, field, fields))
      .map((fault) => `${name}.${fault}`),
  ]
}

function fieldFaults(key: string, field: FieldDefinition, fields: ModuleDefinition['fields']): string[] {
  if (field.of?.type === 'id_number') return [`${key} would hold ID numbers in clear`]
  if (field.type !== 'id_number') return []
  const { sortable, filterable, searchable, unique, localized } = field
  const isWrong = sortable || filterable || searchable || unique || localized || field.default !== undefined
  return [
    ...(isWrong ? [`${key} is sealed: no sort, filter, search, uniqueness, languages or default`] : []),
    ...(Object.hasOwn(fields, blindIndexColumn(key))
      ? [`${blindIndexColumn(key)} is the column of a blind index`]
      : []),
  ]
}

/** Fields that tell one row from another, wherever they stand. */
function namedFields({ definition, exclusions = [] }: ServerModule): string[] {
  const { fields, titleTemplate, defaultSorters, presets = [], uniques = [], rules = [] } = definition
  return [
    ...templateFields(titleTemplate),
    ...Object.keys(defaultSorters),
    ...presets.flatMap((preset) => Object.keys(preset.sorters)),
    ...uniques.flatMap((rule) => rule.fields),
    ...Object.values(fields).flatMap(({ computed }) => (computed ? [computed.field] : [])),
    ...rules.flatMap((rule) => (rule.rule === 'implies' ? [] : listRuleFields(rule))),
    ...exclusions.flatMap((rule) => rule.same),
  ]
}

function testsOf({
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
    ...Object.values(permissions).flatMap((grant) => [
      ...grant.scope.filter((scope): scope is FilterItem => !('is' in scope)),
      ...grant.editable,
    ]),
    ...[...retention.map((rule) => rule.rows), ...exclusions.map((rule) => rule.where)].flatMap(
      (items) => items ?? [],
    ),
    ...capacities.flatMap((rule) => rule.where ?? []),
  ]
}

/** Fields whose value is asked for; that there is one may be asked of every field. */
function comparedFields(test: Condition): string[] {
  if ('overlapping' in test) return [test.overlapping]
  const ors = (test.ors ?? []).flatMap(comparedFields)
  return test.op === 'empty' ? ors : [test.param, ...ors]
}
