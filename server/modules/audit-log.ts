import type { EnumOption } from '#contract/field-definition.ts'
import { auditActions, auditLog } from '#contract/modules/audit-log.ts'
import { users } from '#contract/modules/users.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { deletedRule, tableRules } from '#server/engine/schema/table-retention-rules.ts'

/**
 * Creates the module of the audit log. Only `appendAudit` adds rows; no request writes here.
 * @param modules all other modules except accounts, whose module is created from this one: their names and actions
 * become filter options of the log
 */
export function createAuditLogServer(modules: readonly ServerModule[]): ServerModule {
  const { action, module } = auditLog.fields
  const fields = {
    ...auditLog.fields,
    action: {
      ...action,
      options: uniqueOptions([...auditActions, ...listActionOptions(modules), ...listRuleOptions(modules)]),
    },
    module: { ...module, options: uniqueOptions([...listModuleOptions(modules), ...tableOptions]) },
  }
  return serverModule(
    { ...auditLog, fields },
    {
      permissions: { administrator: allow('list read') },
      isServerWritten: true,
      // An erased account leaves an id that identifies nobody, and the log must stay complete.
      ownership: {
        field: 'actor_id',
        onErasure: 'stays',
        exportedFields: [
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

/** Tables without a module whose rows retention deletes. The log names them in the field `module`. */
const tableOptions: EnumOption[] = tableRules.map(({ table, label }) => ({ value: table, label }))

function listModuleOptions(modules: readonly ServerModule[]): EnumOption[] {
  return [...modules.map(({ definition }) => definition), users].map(({ name, label }) => ({
    value: name,
    label,
  }))
}

function listActionOptions(modules: readonly ServerModule[]): EnumOption[] {
  const definitions = [...modules.map(({ definition }) => definition), users]
  return definitions.flatMap(({ actions = {} }) =>
    Object.entries(actions).map(([value, { label }]) => ({ value, label })),
  )
}

/** Lists an option for each retention rule, labelled by the rule or else by its module. */
function listRuleOptions(modules: readonly ServerModule[]): EnumOption[] {
  return modules.flatMap(({ definition, retention = [] }) =>
    [...retention, deletedRule].map(({ name, label = definition.label }) => ({
      value: `retention.${name}`,
      label: { 'zh-CN': `到期清除：${label['zh-CN']}`, en: `Erased when due: ${label.en}` },
    })),
  )
}

/** Keeps the first option of each value: several modules use the same action names. */
function uniqueOptions(options: readonly EnumOption[]): EnumOption[] {
  return options.filter(({ value }, index) => options.findIndex((other) => other.value === value) === index)
}
