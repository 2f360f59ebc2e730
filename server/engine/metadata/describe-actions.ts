import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { listRuleFields, type Rule } from '#contract/rules.ts'
import type { Caller } from '#server/http/caller.ts'
import type { MetadataReader } from './describe-field.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { canRunAction, isAllowed, visibleFields } from '../schema/visible-fields.ts'

/** The rules of which the caller sees every field, those of other modules too. */
export function describeRules({ caller, module, registry, seen }: MetadataReader): Rule[] {
  const { fields, rules = [] } = module.definition
  const isTheirsSeen = (rule: Rule): boolean => {
    if (rule.rule !== 'same_as_related') return true
    const target = fields[rule.relation]?.relation?.module
    return target !== undefined && visibleFields(caller, registry.get(target), 'output').has(rule.theirs)
  }
  return rules.filter((rule) => listRuleFields(rule).every(seen) && isTheirsSeen(rule))
}

/** The states of a row, when the caller sees its state. */
export function describeWorkflow(
  { workflow }: ModuleDefinition,
  seen: (key: string) => boolean,
): Pick<ModuleMetadata, 'workflow'> {
  return workflow && seen(workflow.field) ? { workflow } : {}
}

/** The deeds that the caller may do. */
export function describeActions(
  caller: Caller,
  module: ServerModule,
  seen: (key: string) => boolean,
): Record<string, ActionMetadata> {
  const { actions = {}, workflow } = module.definition
  const areStatesSeen = workflow !== undefined && seen(workflow.field)
  const told = Object.entries(actions).filter(([name]) => canRunAction(caller, module, name))
  return Object.fromEntries(
    told.map(
      ([name, { label, from, to, fields, required, tone, tells, undoable }]): [string, ActionMetadata] => [
        name,
        {
          label,
          ...(areStatesSeen && from ? { from } : {}),
          ...(areStatesSeen && to !== undefined ? { to } : {}),
          ...(fields ? { fields: fields.filter(seen) } : {}),
          ...(required ? { required: required.filter(seen) } : {}),
          ...(tone ? { tone } : {}),
          ...(tells ? { tells } : {}),
          ...(undoable && isAllowed(caller, module, 'history') ? { undoable } : {}),
        },
      ],
    ),
  )
}
