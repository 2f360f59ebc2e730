import type { Condition } from '#contract/conditions.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar } from '#contract/filters.ts'
import { castBoolean, castScalar } from '#contract/form/cast-value.ts'
import { isMultiValued } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { listConditionFields, type Rule } from '#contract/rules.ts'
import { getFieldType } from '../field-types/index.ts'
import type { Registry } from './registry.ts'
import type { OverlapRule, ServerModule } from './server-module.ts'

/**
 * Finds conditions and rules that can never be true. A value of another type than its field's equals nothing, so a typing
 * error would hide a field forever or switch a rule off.
 */
export function findRuleErrors(module: ServerModule, registry: Registry): string[] {
  const { definition } = module
  const { name, fields, rules = [], uniques = [], published = [] } = definition
  const conditions = [
    ...Object.values(fields).flatMap((field) => (field.conditions ?? []).flatMap(({ when }) => when)),
    ...rules.flatMap((rule) => (rule.rule === 'implies' ? [...rule.when, ...rule.must] : [])),
    ...uniques.flatMap((rule) => rule.where ?? []),
    ...[...(module.exclusions ?? []), ...(module.overlaps ?? []), ...(module.capacities ?? [])].flatMap(
      (rule) => rule.where ?? [],
    ),
    ...(module.retention ?? []).flatMap((rule) => rule.rows ?? []),
    ...(module.waiting ?? []).flatMap((rule) => rule.rows),
    ...Object.values(module.permissions).flatMap(({ scope, editable }) => [
      ...scope.filter((item): item is FilterItem => !('is' in item)),
      ...editable,
    ]),
    ...published,
    ...Object.values(definition.actions ?? {}).flatMap(({ when }) => when ?? []),
  ]
  return [
    ...conditions.flatMap((condition) => findConditionErrors(definition, condition, registry)),
    ...Object.values(fields).flatMap(({ relation }) => {
      const target = relation && registry.find(relation.module)?.definition
      return target
        ? (relation.filter ?? []).flatMap((item) => findConditionErrors(target, item, registry))
        : []
    }),
    ...rules
      .filter((rule) => !fitsFieldTypes(definition, rule, registry))
      .map((rule) => `the rule ${rule.rule} at ${rule.path} asks for fields of another type`),
    ...(module.overlaps ?? [])
      .filter((rule) => !hasComparableFields(definition, rule))
      .map(({ key }) => `the overlaps ${key} need two moments and relations to one module`),
  ].map((error) => `${name}: ${error}`)
}

/** Finds why a condition can never be true: an unknown field, or a value that the field cannot have. */
function findConditionErrors(
  definition: ModuleDefinition,
  condition: Condition,
  registry: Registry,
): string[] {
  const unknownKeys = listConditionFields(condition).filter((key) => !Object.hasOwn(definition.fields, key))
  if (unknownKeys.length > 0) return unknownKeys.map((key) => `there is no field ${key}`)
  if ('overlapping' in condition)
    return hasStartAndEnd(definition.fields[condition.overlapping], registry)
      ? []
      : [`the rows of ${condition.overlapping} take place at no time`]
  const field = definition.fields[condition.param]
  const isValid = field !== undefined && canMatchField(field, condition)
  return [
    ...(isValid
      ? []
      : [`nothing can be ${condition.op ?? 'eq'} ${JSON.stringify(condition.value)} in ${condition.param}`]),
    ...(condition.ors ?? []).flatMap((or) => findConditionErrors(definition, or, registry)),
  ]
}

/** True when the field's type has the operator, and the compared values are of that type. */
function canMatchField(field: FieldDefinition, { op = 'eq', value }: FilterItem): boolean {
  const values: readonly FilterScalar[] = Array.isArray(value) ? value : [value as FilterScalar]
  if (!getFieldType(field).operators.includes(op)) return false
  if (op === 'empty') return values.length === 1 && values.every((one) => castBoolean(one) !== undefined)
  return values.every((one) => castScalar(field, one) !== undefined)
}

/** True when the fields that a rule compares have types that it can compare. */
function fitsFieldTypes({ fields }: ModuleDefinition, rule: Rule, registry: Registry): boolean {
  switch (rule.rule) {
    case 'minutes_between':
      return [rule.from, rule.to].every((key) => fields[key]?.type === 'time')
    case 'not_before': {
      const type = fields[rule.field]?.type
      return type === fields[rule.other]?.type && (type === 'date' || type === 'time' || type === 'datetime')
    }
    case 'alone': {
      const field = fields[rule.field]
      return field !== undefined && isMultiValued(field) && castScalar(field, rule.value) !== undefined
    }
    case 'one_of_overlapping':
      return (
        fields[rule.field]?.relation?.module === fields[rule.among]?.relation?.module &&
        hasStartAndEnd(fields[rule.among], registry)
      )
    case 'no_overlap':
      return hasStartAndEnd(fields[rule.field], registry)
    case 'same_as_related': {
      const target = registry.find(fields[rule.relation]?.relation?.module ?? '')?.definition
      return target?.fields[rule.theirs]?.type === fields[rule.ours]?.type
    }
    case 'implies':
      // `findConditionErrors` checks its conditions.
      return true
    default:
      return rule satisfies never
  }
}

/** True when an overlap rule compares two instants, and relations that all point to one module. */
function hasComparableFields({ fields }: ModuleDefinition, { relations, from, to }: OverlapRule): boolean {
  const targets = new Set(relations.map((key) => fields[key]?.relation?.module))
  return (
    targets.size === 1 &&
    !targets.has(undefined) &&
    [from, to].every((key) => fields[key]?.type === 'datetime')
  )
}

/** True when the rows that a field names have the instants `starts_at` and `ends_at`, which conditions on overlaps compare. */
function hasStartAndEnd(field: FieldDefinition | undefined, registry: Registry): boolean {
  const target = registry.find(field?.relation?.module ?? '')?.definition
  return ['starts_at', 'ends_at'].every((key) => target?.fields[key]?.type === 'datetime')
}
