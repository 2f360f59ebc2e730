import { auditLog } from '#contract/modules/audit-log.ts'
import { allow, serverModule } from '#server/engine/server-module.ts'

/** Rows come by `appendAudit` alone: no call writes here. */
export const auditLogServer = serverModule(auditLog, {
  permissions: { administrator: allow('list read') },
  isRecord: true,
})
