import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'

/** Its row in `task_runs`: of which moment the newest backup is. */
const backupName = 'backup'
const dayMs = 86_400_000
/** Clocks may differ so much; a backup of a later time was made by a clock that was wrong. */
const skewMs = 10 * 60_000

/** Notes that a backup is whole. @param createdAt the moment whose rows it has */
export async function noteBackup(kysely: Kysely<Tables>, createdAt: string): Promise<void> {
  await kysely
    .insertInto('task_runs')
    .values({ task: backupName, ran_at: createdAt })
    .onConflict((conflict) => conflict.column('task').doUpdateSet({ ran_at: createdAt }))
    .execute()
}

/** Which of people's rows may be erased. */
export interface BackupDemand {
  /** What was written later is in no backup and stays; undefined when no backup is demanded. */
  writtenUntil: string | undefined
  /** When the backup was made that they are in. */
  madeAt?: string
  /** Why nothing may be erased, in a few words for the operator. */
  missing?: string
}

/**
 * Erasing by retention cannot be taken back but from a backup: it waits for one that is not too old.
 * @param withinDays how old the newest may be; undefined when the operator demands none
 */
export async function findBackupDemand(
  kysely: Kysely<Tables>,
  now: Date,
  withinDays: number | undefined,
): Promise<BackupDemand> {
  if (withinDays === undefined) return { writtenUntil: undefined }
  const row = await kysely
    .selectFrom('task_runs')
    .select('ran_at')
    .where('task', '=', backupName)
    .where('ran_at', '>=', toInstant(now.getTime() - withinDays * dayMs))
    .where('ran_at', '<=', toInstant(now.getTime() + skewMs))
    .executeTakeFirst()
  // Instants have whole seconds: what was written in the second of the backup may have come after it.
  if (row) return { writtenUntil: toInstant(Date.parse(row.ran_at) - 1000), madeAt: row.ran_at }
  return { writtenUntil: '', missing: `no backup of the last ${withinDays} days` }
}
