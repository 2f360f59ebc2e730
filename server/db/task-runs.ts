import type { Kysely } from 'kysely'
import type { Tables } from './client.ts'

/** Finds when a task ran last, an instant; undefined when it never did. */
export async function findTaskRun(kysely: Kysely<Tables>, task: string): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('task_runs')
    .select('ran_at')
    .where('task', '=', task)
    .executeTakeFirst()
  return row?.ran_at
}
