import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { serverModules } from '#server/modules/index.ts'
import { findBackupDemand } from '#server/ops/retention/newest-backup.ts'
import { explainHeld, runRetention } from '#server/ops/retention/run-retention.ts'
import type { Finding } from './report.ts'

/** Retention may erase what is due: there is a backup of it, or none is demanded. */
export async function checkRetention(
  db: Database,
  { retentionBackupDays }: Pick<Config, 'retentionBackupDays'>,
  now: Date,
): Promise<Finding> {
  const { writtenUntil, missing } = await findBackupDemand(db.kysely, now, retentionBackupDays)
  if (writtenUntil === undefined) return { detail: 'erases without a backup' }
  const context = { db, registry: createRegistry(serverModules), now, writtenUntil }
  const held = explainHeld(await runRetention(context, { isDryRun: true }), missing)
  if (missing === undefined)
    return {
      detail: `the newest backup has what was written until ${writtenUntil}`,
      warnings: held === undefined ? [] : [held],
    }
  const warning = `${missing}: nothing of people is erased; run: npm run forum -- backup FILE, or set RETENTION_BACKUP_DAYS`
  return { detail: 'waits for a backup', warnings: [held ?? warning] }
}
