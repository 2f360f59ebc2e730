import { isSealed } from '../field-types/index.ts'
import { findBoardErrors } from './check-board.ts'
import { findRuleErrors } from './check-rules.ts'
import { findSealedFieldErrors } from './check-sealed.ts'
import type { ModulePermission } from './permissions.ts'
import type { Registry } from './registry.ts'
import type { ServerModule } from './server-module.ts'
import type { Condition } from '#contract/conditions.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { listRuleFields, listConditionFields } from '#contract/rules.ts'

/**
 * Checks what neither the compiler nor `defineModule` can. Permissions, relations and searches must name fields and modules
 * that exist, and no order or search may reveal what a reader may not read.
 * @throws Error with a line per error; the server does not start
 */
export function checkModules(registry: Registry): void {
  const errors = registry.modules.flatMap((module) => [
    ...findNameErrors(module.definition),
    ...findRelationErrors(module.definition, registry),
    ...findRetentionErrors(module),
    ...findPublicationErrors(module.definition),
    ...findSealedFieldErrors(module),
    ...findRuleErrors(module, registry),
    ...findBoardErrors(module),
    ...Object.entries(module.permissions).flatMap(([role, permission]) =>
      [
        ...findPermissionErrors(module.definition, permission),
        ...findInformationLeaks(module.definition, permission),
      ].map((error) => `${module.definition.name}, ${role}: ${error}`),
    ),
  ])
  if (errors.length > 0) throw new Error(`the modules contradict themselves:\n  ${errors.join('\n  ')}`)
}

/** Finds names that a module or a field cannot have. */
function findNameErrors({ name, fields }: ModuleDefinition): string[] {
  // No field may be named like a further member of rows and bodies: `permissions`, `client_row_id`, `accepted_overlaps`.
  const invalidKeys = Object.keys(fields).filter(
    (key) => !/^(?!(permissions|client_row_id|accepted_overlaps)$)[a-z][a-z0-9_]*$/.test(key),
  )
  // `options` is the last segment of `/front/{module}/options`.
  const hasValidName = /^[a-z][a-z0-9_]*$/.test(name) && name !== 'options'
  return [
    ...(hasValidName ? [] : [`${name} cannot be the name of a module`]),
    ...invalidKeys.map((key) => `${name}.${key} cannot be the name of a field`),
  ]
}

/** Finds errors that would make daily retention, the digest or an erasure fail: unknown fields and fields that cannot be emptied. */
function findRetentionErrors({
  definition,
  retention = [],
  waiting = [],
  ownership,
}: ServerModule): string[] {
  const { name, fields } = definition
  const namedFields = [
    ...(ownership ? [ownership.field] : []),
    ...retention.flatMap((rule) => [
      ...(rule.fields ?? []),
      ...rule.since.filter((start) => start !== 'forum_end'),
      ...(rule.rows ?? []).map((item) => item.param),
    ]),
    ...waiting.map((rule) => rule.since),
  ]
  const emptiedFields = retention.flatMap((rule) => rule.fields ?? [])
  return [
    ...namedFields
      .filter((key) => !Object.hasOwn(fields, key))
      .map((key) => `${name}: there is no field ${key}`),
    ...emptiedFields
      .filter((key) => fields[key]?.required)
      .map((key) => `${name}.${key} is required, so retention cannot empty it`),
  ]
}

/** Finds a publication time that may be empty: such a row would never be public. */
function findPublicationErrors({ name, fields, publishedFrom }: ModuleDefinition): string[] {
  const field = publishedFrom === undefined ? undefined : fields[publishedFrom]
  if (!field || (field.type === 'datetime' && field.required)) return []
  return [`${name}.${publishedFrom} is no required moment, from which rows could be public`]
}

/** Finds relations to unknown modules, and searches in fields that cannot be filtered by. */
function findRelationErrors(definition: ModuleDefinition, registry: Registry): string[] {
  return Object.entries(definition.fields).flatMap(([key, { relation }]) => {
    if (!relation) return []
    const target = registry.find(relation.module)
    if (!target) return [`${definition.name}.${key} points to the unknown module ${relation.module}`]
    return (relation.search ?? [])
      .filter((name) => target.definition.fields[name]?.filterable !== true)
      .map((name) => `${definition.name}.${key} searches ${relation.module}.${name}, which is not filterable`)
  })
}

/** Finds unknown fields, and searches and default orders that would reveal a field that the role may not read. */
function findPermissionErrors(definition: ModuleDefinition, permission: ModulePermission): string[] {
  const { fields, defaultSorters } = definition
  const isReadable = (key: string) =>
    (permission.onlyFields?.includes(key) ?? true) && !permission.maskedFields.includes(key)
  const unknownFieldErrors = [...(permission.onlyFields ?? []), ...permission.maskedFields]
    .filter((key) => !Object.hasOwn(fields, key))
    .map((key) => `there is no field ${key}`)
  if (!permission.actions.has('list')) return unknownFieldErrors
  const leakingSearches = Object.keys(fields).filter((key) => fields[key]?.searchable && !isReadable(key))
  // Every role reads the id.
  const leakingSorters = Object.keys(defaultSorters).filter((key) => key !== 'id' && !isReadable(key))
  return [
    ...unknownFieldErrors,
    ...leakingSearches.map((key) => `the search would tell ${key}, which is not readable`),
    ...leakingSorters.map((key) => `the default order would tell ${key}, which is not readable`),
  ]
}

/**
 * Finds fields that a form would reveal to a caller who writes but does not see them. Errors of a rule and the conditions of
 * other fields reveal them, and an edit that changes nothing because the writer guessed the value.
 * @returns a line for each leak
 */
export function findInformationLeaks(definition: ModuleDefinition, permission: ModulePermission): string[] {
  const { fields, rules = [], actions = {} } = definition
  const hasForm = permission.actions.has('create') || permission.actions.has('update')
  if (permission.denialKey || (!hasForm && permission.runnableActions.size === 0)) return []
  const isSeen = (key: string) =>
    (permission.onlyFields?.includes(key) ?? true) && !permission.maskedFields.includes(key)
  const actionFields = Object.entries(actions).flatMap(([name, action]) =>
    permission.runnableActions.has(name) ? (action.fields ?? []) : [],
  )
  const formFields = Object.keys(fields).filter((key) =>
    permission.writtenFields
      ? permission.writtenFields.includes(key)
      : fields[key]?.surfaces.form && isSeen(key),
  )
  const writtenFields = new Set([...(hasForm ? formFields : []), ...actionFields])
  // ID numbers are masked for everybody and no rule may compare them, so no response depends on them.
  const selectUnseen = (keys: readonly string[]) =>
    keys.filter((key) => !isSeen(key) && !isSealed(fields[key]))
  const conditionFields = Object.entries(fields)
    .filter(([key]) => writtenFields.has(key))
    .flatMap(([, field]) => field.conditions ?? [])
    .map(({ when }) => when.flatMap((condition: Condition) => listConditionFields(condition)))
  const ruleFields = rules.map(listRuleFields).filter((names) => names.some((key) => writtenFields.has(key)))
  const allowedActions = Object.entries(actions).filter(([name]) => permission.runnableActions.has(name))
  const actionConditionFields = allowedActions.map(([, { when = [] }]) => when.flatMap(listConditionFields))
  const leakedFields = [...ruleFields, ...conditionFields, ...actionConditionFields].flatMap(selectUnseen)
  return [
    ...[...new Set(leakedFields)].map((key) => `a form would tell ${key}, which is not readable`),
    ...selectUnseen(hasForm ? formFields : []).map((key) => `an edit would tell whether ${key} was guessed`),
  ]
}
