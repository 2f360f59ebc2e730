import type { EnumOption } from '#contract/field-definition.ts'
import { auditActions, auditLog } from '#contract/modules/audit-log.ts'
import { users } from '#contract/modules/users.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { deletedRule, tableRules } from '#server/engine/schema/table-retention-rules.ts'

/**
 * Rows come by `appendAudit` alone: no call writes here.
 * @param modules all others of which rows tell: their names and deeds are what the log is filtered by
 */
export function makeAuditLogServer(modules: readonly ServerModule[]): ServerModule {
  const { action, module } = auditLog.fields
  const fields = {
    ...auditLog.fields,
    action: { ...action, options: unique([...auditActions, ...deedsOf(modules), ...rulesOf(modules)]) },
    module: { ...module, options: unique([...namesOf(modules), ...tables]) },
  }
  return serverModule(
    { ...auditLog, fields },
    {
      permissions: { administrator: allow('list read') },
      isRecord: true,
      // Ids of accounts that are no more name nobody, and the log must stay whole.
      ownership: {
        field: 'actor_id',
        onErasure: 'stays',
        copied: [
          'at',
          'action',
          'module',
          'row_id',
          'fields',
          'row_count',
          'reason',
          'request_id',
          'address_block',
        ],
      },
    },
  )
}

const tables: EnumOption[] = tableRules.map(({ table, label }) => ({ value: table, label }))

function namesOf(modules: readonly ServerModule[]): EnumOption[] {
  return [...modules.map(({ definition }) => definition), users].map(({ name, label }) => ({
    value: name,
    label,
  }))
}

function deedsOf(modules: readonly ServerModule[]): EnumOption[] {
  const definitions = [...modules.map(({ definition }) => definition), users]
  return definitions.flatMap(({ actions = {} }) =>
    Object.entries(actions).map(([value, { label }]) => ({ value, label })),
  )
}

/** What retention did: the word of the rule, after what it is. */
function rulesOf(modules: readonly ServerModule[]): EnumOption[] {
  return modules.flatMap(({ definition, retention = [] }) =>
    [...retention, deletedRule].map(({ name, label = definition.label }) => ({
      value: `retention.${name}`,
      label: { 'zh-CN': `到期清除：${label['zh-CN']}`, en: `Erased when due: ${label.en}` },
    })),
  )
}

/** Of several with one name the first: deeds of several modules are called alike. */
function unique(options: readonly EnumOption[]): EnumOption[] {
  return options.filter(({ value }, place) => options.findIndex((one) => one.value === value) === place)
}
