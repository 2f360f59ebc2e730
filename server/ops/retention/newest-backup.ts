import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'

/** Row in `task_runs` with the time of the newest backup. */
const backupName = 'backup'
const dayMs = 86_400_000
/** Tolerated clock difference in milliseconds. A backup from further in the future came from a wrong clock. */
const skewMs = 10 * 60_000

/** Records a complete backup. @param createdAt time of its snapshot */
export async function recordBackup(kysely: Kysely<Tables>, createdAt: string): Promise<void> {
  await kysely
    .insertInto('task_runs')
    .values({ task: backupName, ran_at: createdAt })
    .onConflict((conflict) => conflict.column('task').doUpdateSet({ ran_at: createdAt }))
    .execute()
}

/** Which personal rows may be erased. */
export interface BackupRequirement {
  /**
   * Rows written later are in no backup and stay. Undefined when no backup is required; an empty text, which precedes
   * every instant, when there is no recent one.
   */
  writtenUntil: string | undefined
  /** Time of the backup that contains the rows written until then; absent without one. */
  madeAt?: string
  /** Reason why nothing may be erased, for the operator; absent when a recent backup exists or none is required. */
  missingReason?: string
}

/**
 * Finds the backup that retention requires. Erased rows come back only from a backup, so retention waits for a recent
 * one.
 * @param withinDays maximum age of the newest backup; undefined when none is required
 */
export async function findBackupRequirement(
  kysely: Kysely<Tables>,
  now: Date,
  withinDays: number | undefined,
): Promise<BackupRequirement> {
  if (withinDays === undefined) return { writtenUntil: undefined }
  const row = await kysely
    .selectFrom('task_runs')
    .select('ran_at')
    .where('task', '=', backupName)
    .where('ran_at', '>=', toInstant(now.getTime() - withinDays * dayMs))
    .where('ran_at', '<=', toInstant(now.getTime() + skewMs))
    .executeTakeFirst()
  // Instants have whole seconds, so a write in the second of the backup may be newer than it.
  if (row) return { writtenUntil: toInstant(Date.parse(row.ran_at) - 1000), madeAt: row.ran_at }
  return { writtenUntil: '', missingReason: `no backup of the last ${withinDays} days` }
}
