import type { Condition } from '#contract/conditions.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { listRuleFields, listConditionFields } from '#contract/rules.ts'
import type { ModulePermission } from './permissions.ts'

/**
 * What a form would tell of fields that its writer does not see: by the refusals of a rule, by what a condition asks for,
 * and by an edit that changes nothing when the value was guessed.
 * @returns a line for each
 */
export function findInformationLeaks(definition: ModuleDefinition, grant: ModulePermission): string[] {
  const { fields, rules = [], actions = {} } = definition
  const isForm = grant.actions.has('create') || grant.actions.has('update')
  if (grant.closedBy || (!isForm && grant.deeds.size === 0)) return []
  const isSeen = (key: string) =>
    (grant.onlyFields?.includes(key) ?? true) && !grant.maskedFields.includes(key)
  const acted = Object.entries(actions).flatMap(([deed, action]) =>
    grant.deeds.has(deed) ? (action.fields ?? []) : [],
  )
  const inForm = Object.keys(fields).filter((key) =>
    grant.writtenFields ? grant.writtenFields.includes(key) : fields[key]?.surfaces.form && isSeen(key),
  )
  const written = new Set([...(isForm ? inForm : []), ...acted])
  const hiddenOf = (names: readonly string[]) =>
    names.filter((key) => !isSeen(key) && !isOpaque(definition, key))
  const asked = Object.entries(fields)
    .filter(([key]) => written.has(key))
    .flatMap(([, field]) => field.conditions ?? [])
    .map(({ when }) => when.flatMap((test: Condition) => listConditionFields(test)))
  const ruled = rules.map(listRuleFields).filter((names) => names.some((key) => written.has(key)))
  const deeds = Object.entries(actions).filter(([deed]) => grant.deeds.has(deed))
  const open = deeds.map(([, { when = [] }]) => when.flatMap(listConditionFields))
  const told = [...ruled, ...asked, ...open].flatMap(hiddenOf)
  return [
    ...[...new Set(told)].map((key) => `a form would tell ${key}, which is not readable`),
    ...hiddenOf(isForm ? inForm : []).map((key) => `an edit would tell whether ${key} was guessed`),
  ]
}

/** An ID number is shown to nobody and compared with nothing, so that no answer depends on it. */
function isOpaque({ fields }: ModuleDefinition, key: string): boolean {
  return fields[key]?.type === 'id_number'
}
