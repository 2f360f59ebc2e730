import type { ModuleDefinition } from '#contract/module-definition.ts'
import { findBoardErrors } from './check-board.ts'
import { findRuleErrors } from './check-rules.ts'
import { findSealedFieldErrors } from './check-sealed.ts'
import { findInformationLeaks } from './check-information-leaks.ts'
import type { Registry } from './registry.ts'
import type { ModulePermission } from './permissions.ts'
import type { ServerModule } from './server-module.ts'

/**
 * Checks what neither the compiler nor `defineModule` can see: that permissions, relations and searches name fields and
 * modules that exist, and that no order or search tells what a reader may not read.
 * @throws Error with a line per fault; the server does not start
 */
export function checkModules(registry: Registry): void {
  const faults = registry.modules.flatMap((module) => [
    ...nameFaults(module.definition),
    ...relationFaults(module.definition, registry),
    ...keepingFaults(module),
    ...publicationFaults(module.definition),
    ...findSealedFieldErrors(module),
    ...findRuleErrors(module, registry),
    ...findBoardErrors(module),
    ...Object.entries(module.permissions).flatMap(([reader, grant]) =>
      [...grantFaults(module.definition, grant), ...findInformationLeaks(module.definition, grant)].map(
        (fault) => `${module.definition.name}, ${reader}: ${fault}`,
      ),
    ),
  ])
  if (faults.length > 0) throw new Error(`the modules contradict themselves:\n  ${faults.join('\n  ')}`)
}

function nameFaults({ name, fields }: ModuleDefinition): string[] {
  // These stand beside the fields of a row, or of a body that writes one.
  const faults = Object.keys(fields).filter(
    (key) => !/^(?!(permissions|client_row_id|accepted_overlaps)$)[a-z][a-z0-9_]*$/.test(key),
  )
  const named = /^[a-z][a-z0-9_]*$/.test(name) && name !== 'options'
  return [
    ...(named ? [] : [`${name} cannot be the name of a module`]),
    ...faults.map((key) => `${name}.${key} cannot be the name of a field`),
  ]
}

/** What the server does by itself, at night, must not fail for a name or a field that cannot be empty. */
function keepingFaults({ definition, retention = [], waiting = [], ownership }: ServerModule): string[] {
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

/** A row without a moment would be public never. */
function publicationFaults({ name, fields, publishedFrom }: ModuleDefinition): string[] {
  const field = publishedFrom === undefined ? undefined : fields[publishedFrom]
  if (!field || (field.type === 'datetime' && field.required)) return []
  return [`${name}.${publishedFrom} is no required moment, from which rows could be public`]
}

function relationFaults(definition: ModuleDefinition, registry: Registry): string[] {
  return Object.entries(definition.fields).flatMap(([key, { relation }]) => {
    if (!relation) return []
    const target = registry.find(relation.module)
    if (!target) return [`${definition.name}.${key} points to the unknown module ${relation.module}`]
    return (relation.search ?? [])
      .filter((name) => target.definition.fields[name]?.filterable !== true)
      .map((name) => `${definition.name}.${key} searches ${relation.module}.${name}, which is not filterable`)
  })
}

function grantFaults(definition: ModuleDefinition, grant: ModulePermission): string[] {
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
