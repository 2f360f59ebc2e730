import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { serverModules } from '#server/modules/index.ts'
import { findBackupRequirement } from '#server/ops/retention/newest-backup.ts'
import { explainRetainedRows, runRetention } from '#server/ops/retention/run-retention.ts'
import type { Finding } from './report.ts'

/** Checks that retention may erase due rows: a backup contains them, or none is required. */
export async function checkRetention(
  db: Database,
  { retentionBackupDays }: Pick<Config, 'retentionBackupDays'>,
  now: Date,
): Promise<Finding> {
  const { writtenUntil, missing } = await findBackupRequirement(db.kysely, now, retentionBackupDays)
  if (writtenUntil === undefined) return { detail: 'erases without a backup' }
  const context = { db, registry: createRegistry(serverModules), now, writtenUntil }
  const reason = explainRetainedRows(await runRetention(context, { isDryRun: true }), missing)
  if (missing === undefined)
    return {
      detail: `the newest backup has what was written until ${writtenUntil}`,
      warnings: reason === undefined ? [] : [reason],
    }
  const warning = `${missing}: nothing of people is erased; run: npm run forum -- backup FILE, or set RETENTION_BACKUP_DAYS`
  return { detail: 'waits for a backup', warnings: [reason ?? warning] }
}
