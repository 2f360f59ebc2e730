import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { findTaskRun } from '#server/db/deletion-clock.ts'
import type { FindDeletionTime } from '#server/db/deletion-clock.ts'

/** Work that is done once a day on a database, by whichever server looks first. */
export interface DailyTask {
  /** Its row in `task_runs`, and its line in the log. */
  name: string
  /** True when it deletes because of time: it waits until the clock is believed. */
  isDeleting?: true
  /** @param ranAt when it was done last, an instant; undefined when never */
  isDue(kysely: Kysely<Tables>, now: Date, ranAt: string | undefined): Promise<boolean>
  /**
   * All of it in one transaction, with the note that it was done.
   * @returns what the log says of it
   */
  run(trx: Kysely<Tables>, now: Date): Promise<object>
}

/** How often it is looked whether something is due, in milliseconds. */
export const pollIntervalMs = 600_000

/**
 * Does the work when it is due: of several servers of a database that look at the same time one does it.
 * @returns what it did, or undefined when it was not due
 */
export async function runWhenDue(db: Database, task: DailyTask, now: Date): Promise<object | undefined> {
  // Most looks end here, without holding up any writer.
  if (!(await task.isDue(db.kysely, now, await findTaskRun(db.kysely, task.name)))) return undefined
  return db.transaction(async (trx) => {
    await lockExclusive(trx, task.name)
    if (!(await task.isDue(trx, now, await findTaskRun(trx, task.name)))) return undefined
    const ran_at = toInstant(now)
    await trx
      .insertInto('task_runs')
      .values({ task: task.name, ran_at })
      .onConflict((conflict) => conflict.column('task').doUpdateSet({ ran_at }))
      .execute()
    return task.run(trx, now)
  })
}

/** What tells of the work. */
export interface DailyLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * Looks at the start and then every ten minutes what is due. A database that is away is asked again at the next look.
 * @returns ends it, and waits for work that is under way
 */
export function startDailyTasks(
  tasks: readonly DailyTask[],
  { db, clock, findDeletionTime }: { db: Database; clock: Clock; findDeletionTime: FindDeletionTime },
  log: DailyLog,
): () => Promise<void> {
  const look = async () => {
    for (const task of tasks) {
      try {
        const now = task.isDeleting ? await findDeletionTime() : clock.now()
        const facts = now && (await runWhenDue(db, task, now))
        if (facts) log.info(facts, task.name)
      } catch (error) {
        log.error({ err: error }, task.name)
      }
    }
  }
  let running = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, pollIntervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
