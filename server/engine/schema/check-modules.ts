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
 * Checks what neither the compiler nor `defineModule` can: that permissions, relations and searches name fields and modules
 * that exist, and that no order or search reveals what a reader may not read.
 * @throws Error with a line per error; the server does not start
 */
export function checkModules(registry: Registry): void {
  const faults = registry.modules.flatMap((module) => [
    ...findNameErrors(module.definition),
    ...findRelationErrors(module.definition, registry),
    ...findRetentionErrors(module),
    ...findPublicationErrors(module.definition),
    ...findSealedFieldErrors(module),
    ...findRuleErrors(module, registry),
    ...findBoardErrors(module),
    ...Object.entries(module.permissions).flatMap(([reader, grant]) =>
      [
        ...findPermissionErrors(module.definition, grant),
        ...findInformationLeaks(module.definition, grant),
      ].map((fault) => `${module.definition.name}, ${reader}: ${fault}`),
    ),
  ])
  if (faults.length > 0) throw new Error(`the modules contradict themselves:\n  ${faults.join('\n  ')}`)
}

function findNameErrors({ name, fields }: ModuleDefinition): string[] {
  // These names are used beside the fields of a row, or of a body that writes one.
  const faults = Object.keys(fields).filter(
    (key) => !/^(?!(permissions|client_row_id|accepted_overlaps)$)[a-z][a-z0-9_]*$/.test(key),
  )
  const named = /^[a-z][a-z0-9_]*$/.test(name) && name !== 'options'
  return [
    ...(named ? [] : [`${name} cannot be the name of a module`]),
    ...faults.map((key) => `${name}.${key} cannot be the name of a field`),
  ]
}

/** Finds errors that would make the nightly retention, digest or erasure fail: unknown fields and fields that cannot be emptied. */
function findRetentionErrors({
  definition,
  retention = [],
  waiting = [],
  ownership,
}: ServerModule): string[] {
  const { name, fields } = definition
  const named = [
    ...(ownership ? [ownership.field] : []),
    ...retention.flatMap((rule) => [
      ...(rule.fields ?? []),
      ...rule.since.filter((moment) => moment !== 'forum_end'),
      ...(rule.rows ?? []).map((item) => item.param),
    ]),
    ...waiting.map((rule) => rule.since),
  ]
  const emptied = retention.flatMap((rule) => rule.fields ?? [])
  return [
    ...named.filter((key) => !Object.hasOwn(fields, key)).map((key) => `${name}: there is no field ${key}`),
    ...emptied
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

function findPermissionErrors(definition: ModuleDefinition, grant: ModulePermission): string[] {
  const { fields, defaultSorters } = definition
  const readable = (key: string) =>
    (grant.onlyFields?.includes(key) ?? true) && !grant.maskedFields.includes(key)
  const unknown = [...(grant.onlyFields ?? []), ...grant.maskedFields]
    .filter((key) => !Object.hasOwn(fields, key))
    .map((key) => `there is no field ${key}`)
  if (!grant.actions.has('list')) return unknown
  const searched = Object.keys(fields).filter((key) => fields[key]?.searchable && !readable(key))
  const sorted = Object.keys(defaultSorters).filter((key) => key !== 'id' && !readable(key))
  return [
    ...unknown,
    ...searched.map((key) => `the search would tell ${key}, which is not readable`),
    ...sorted.map((key) => `the default order would tell ${key}, which is not readable`),
  ]
}

/**
 * Finds what a form would reveal of fields that its writer does not see: by errors of a rule, by the fields of a condition,
 * or by an edit that changes nothing when the writer guessed the value.
 * @returns a line for each leak
 */
export function findInformationLeaks(definition: ModuleDefinition, grant: ModulePermission): string[] {
  const { fields, rules = [], actions = {} } = definition
  const isForm = grant.actions.has('create') || grant.actions.has('update')
  if (grant.closedBy || (!isForm && grant.runnableActions.size === 0)) return []
  const isSeen = (key: string) =>
    (grant.onlyFields?.includes(key) ?? true) && !grant.maskedFields.includes(key)
  const acted = Object.entries(actions).flatMap(([name, action]) =>
    grant.runnableActions.has(name) ? (action.fields ?? []) : [],
  )
  const inForm = Object.keys(fields).filter((key) =>
    grant.writtenFields ? grant.writtenFields.includes(key) : fields[key]?.surfaces.form && isSeen(key),
  )
  const written = new Set([...(isForm ? inForm : []), ...acted])
  // An ID number is masked for every reader and compared with nothing, so no answer depends on it.
  const selectHidden = (names: readonly string[]) =>
    names.filter((key) => !isSeen(key) && !isSealed(fields[key]))
  const conditioned = Object.entries(fields)
    .filter(([key]) => written.has(key))
    .flatMap(([, field]) => field.conditions ?? [])
    .map(({ when }) => when.flatMap((test: Condition) => listConditionFields(test)))
  const ruled = rules.map(listRuleFields).filter((names) => names.some((key) => written.has(key)))
  const runnable = Object.entries(actions).filter(([name]) => grant.runnableActions.has(name))
  const open = runnable.map(([, { when = [] }]) => when.flatMap(listConditionFields))
  const leaked = [...ruled, ...conditioned, ...open].flatMap(selectHidden)
  return [
    ...[...new Set(leaked)].map((key) => `a form would tell ${key}, which is not readable`),
    ...selectHidden(isForm ? inForm : []).map((key) => `an edit would tell whether ${key} was guessed`),
  ]
}
