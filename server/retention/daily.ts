import type { DailyTask } from '#server/daily/daily-tasks.ts'
import type { Registry } from '#server/engine/registry.ts'
import { applyRules } from './run-retention.ts'

/** A day, less an hour, so that the time of day does not slip with the time between two looks. */
const dueAfterMs = 23 * 3_600_000

/** Retention, when it has not run for a day. */
export function retentionTask(registry: Registry): DailyTask {
  return {
    name: 'retention',
    isDue: async (_kysely, now, ranAt) =>
      ranAt === undefined || Math.abs(now.getTime() - Date.parse(ranAt)) >= dueAfterMs,
    run: async (trx, now) => {
      const counts = await applyRules(trx, { registry, now }, false)
      return { rows: counts.reduce((sum, { rows }) => sum + rows, 0) }
    },
  }
}
