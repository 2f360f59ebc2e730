import type { DailyTask } from '#server/ops/daily-tasks.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { findBackupDemand } from './newest-backup.ts'
import { applyRules, explainHeld } from './run-retention.ts'

/** A day, less an hour, so that the time of day does not slip with the time between two looks. */
const dueAfterMs = 23 * 3_600_000

/**
 * Retention, when it has not run for a day.
 * @param backupDays how old the newest backup may be for people's rows to go; undefined when none is demanded
 */
export function retentionTask(registry: Registry, backupDays: number | undefined): DailyTask {
  return {
    name: 'retention',
    isDeleting: true,
    isDue: async (_kysely, now, ranAt) =>
      ranAt === undefined || Math.abs(now.getTime() - Date.parse(ranAt)) >= dueAfterMs,
    run: async (trx, now) => {
      const { writtenUntil, missing } = await findBackupDemand(trx, now, backupDays)
      const counts = await applyRules(trx, { registry, now, writtenUntil }, false)
      const held = explainHeld(counts, missing)
      return { rows: counts.reduce((sum, { rows }) => sum + rows, 0), ...(held !== undefined && { held }) }
    },
  }
}
