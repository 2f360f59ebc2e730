import type { Clock } from '#server/clock.ts'
import { toInstant } from '#contract/time.ts'
import { workAlone } from '#server/db/alone.ts'
import { applyRules, type RetentionContext, type RetentionCount } from './run-retention.ts'

const hourMs = 3_600_000
/** A day, less the time between two looks, so that it does not slip by an hour each day. */
const dueAfterMs = 23 * hourMs

/** The row of `task_runs`. */
const task = 'retention'

/**
 * Runs retention when it has not run for a day, on any server of this database: of several that look at the same time
 * one does it.
 * @returns what it did, or undefined when it was not due
 */
export async function runWhenDue(context: RetentionContext): Promise<RetentionCount[] | undefined> {
  const { db, now } = context
  const isDue = (ranAt: string | undefined) =>
    ranAt === undefined || Math.abs(now.getTime() - Date.parse(ranAt)) >= dueAfterMs
  const find = db.kysely.selectFrom('task_runs').select('ran_at').where('task', '=', task)
  // Most looks end here, without holding up any writer.
  if (!isDue((await find.executeTakeFirst())?.ran_at)) return undefined
  return db.transaction(async (trx) => {
    await workAlone(trx, task)
    const last = await trx
      .selectFrom('task_runs')
      .select('ran_at')
      .where('task', '=', task)
      .executeTakeFirst()
    if (!isDue(last?.ran_at)) return undefined
    const ran_at = toInstant(now)
    await trx
      .insertInto('task_runs')
      .values({ task, ran_at })
      .onConflict((conflict) => conflict.column('task').doUpdateSet({ ran_at }))
      .execute()
    return applyRules(trx, context, false)
  })
}

/** What tells of a run that failed. */
export interface DailyLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * Looks at the start and then every hour whether retention is due. A database that is away is asked again at the next
 * look.
 * @returns ends it, and waits for a run that is under way
 */
export function startDailyRetention(
  context: Omit<RetentionContext, 'now'> & { clock: Clock },
  log: DailyLog,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    try {
      const counts = await runWhenDue({ ...context, now: context.clock.now() })
      if (counts) log.info({ rows: counts.reduce((sum, { rows }) => sum + rows, 0) }, 'retention')
    } catch (error) {
      log.error({ err: error }, 'retention')
    }
  }
  running = look()
  const timer = setInterval(() => {
    running = look()
  }, hourMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
