import { auditLog } from '#contract/modules/audit-log.ts'
import { allow } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

/** Rows come by `appendAudit` alone: no call writes here. */
export const auditLogServer = serverModule(auditLog, {
  permissions: { administrator: allow('list read') },
  isRecord: true,
  // Ids of accounts that are no more name nobody, and the log must stay whole.
  ownership: { field: 'actor_id', onErasure: 'stays' },
})
