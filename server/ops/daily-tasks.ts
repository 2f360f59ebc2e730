import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { findTaskRun, type FindDeletionTime } from '#server/db/deletion-clock.ts'

/** Work that runs once a day per database, on the first server that finds it due. */
export interface DailyTask {
  /** Key of its row in `task_runs`, and message of its log line. */
  name: string
  /** True when it deletes rows because of their age: it waits until the clock is trusted. */
  isDeleting?: true
  /** @param ranAt instant of the last run; undefined when it never ran */
  isDue(kysely: Kysely<Tables>, now: Date, ranAt: string | undefined): Promise<boolean>
  /**
   * Runs in the transaction that also records the run.
   * @returns facts for the log
   */
  run(trx: Kysely<Tables>, now: Date): Promise<object>
}

/** Time between two checks which tasks are due, in milliseconds. */
export const pollIntervalMs = 600_000

/**
 * Runs a task when it is due. Of several servers that poll at the same time, one runs it.
 * @returns the facts of the run, or undefined when it was not due
 */
export async function runWhenDue(db: Database, task: DailyTask, now: Date): Promise<object | undefined> {
  // Most polls end here, without blocking a writer.
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

/** The log of {@link startDailyTasks}: each run of a task, and each poll that failed. */
export interface DailyLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * Polls at the start and then every ten minutes. A database that is down is polled again at the next interval.
 * @returns a function that stops polling and waits for running work
 */
export function startDailyTasks(
  tasks: readonly DailyTask[],
  { db, clock, findDeletionTime }: { db: Database; clock: Clock; findDeletionTime: FindDeletionTime },
  log: DailyLog,
): () => Promise<void> {
  const poll = async () => {
    for (const task of tasks) {
      try {
        const now = task.isDeleting ? await findDeletionTime() : clock.now()
        // `now` is undefined while the clock is not trusted: then no task deletes.
        const facts = now && (await runWhenDue(db, task, now))
        if (facts) log.info(facts, task.name)
      } catch (error) {
        log.error({ err: error }, task.name)
      }
    }
  }
  let running = poll()
  const timer = setInterval(() => {
    running = running.then(poll)
  }, pollIntervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
