import { sql, type Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { bumpRevision } from '#server/db/bump-revision.ts'
import type { Registry } from '../schema/registry.ts'

/** Interval of checks for due publication times, in milliseconds. */
const checkIntervalMs = 1000

/** Maximum difference between servers' clocks, in milliseconds. A stored `published_until` further ahead is from a wrong clock. */
const maxClockSkewMs = 3_600_000

/** A module whose rows become public at a publication time. */
interface TimedModule {
  name: string
  /** Column of the publication time. */
  column: string
}

/**
 * Publishes the rows whose publication time has passed. It bumps the revision of their module, so that cached responses, pages
 * and clients are updated as after any write.
 * @returns names of the modules with such rows
 */
export async function publishDue(db: Database, registry: Registry, now: Date): Promise<string[]> {
  const timedModules = registry.modules.flatMap(({ definition: { name, publishedFrom } }) =>
    publishedFrom === undefined ? [] : [{ name, column: publishedFrom }],
  )
  // Most checks end here, without a write transaction.
  const dueModules = await findDue(db.kysely, timedModules, now)
  if (dueModules.length === 0) return []
  const at = toInstant(now)
  await db.transaction(async (trx) => {
    for (const name of dueModules) {
      await bumpRevision(trx, name, at)
      // `bumpRevision` never sets `published_until` back, which one from a wrong clock needs.
      await trx
        .updateTable('module_revisions')
        .set({ published_until: at })
        .where('module', '=', name)
        .where('published_until', '>', toLatestPlausible(now))
        .execute()
    }
  })
  return dueModules
}

/**
 * Finds the modules with rows that are due but not public, or with a `published_until` from a wrong clock. The condition on
 * `deleted_at` lets the query use the partial index on the publication time instead of reading whole tables.
 */
async function findDue(
  kysely: Kysely<Tables>,
  timedModules: readonly TimedModule[],
  now: Date,
): Promise<string[]> {
  if (timedModules.length === 0) return []
  const checks = timedModules.map(({ name, column }) => {
    const until = sql`coalesce((select published_until from module_revisions where module = ${name}), '')`
    const at = sql.ref(`${name}.${column}`)
    return sql`select ${sql.lit(name)} as name where ${until} > ${toLatestPlausible(now)} or exists (
      select 1 from ${sql.id(name)} where deleted_at is null and ${at} > ${until} and ${at} <= ${toInstant(now)})`
  })
  const { rows } = await sql<{ name: string }>`${sql.join(checks, sql` union all `)}`.execute(kysely)
  return rows.map(({ name }) => name)
}

/** Computes the latest `published_until` that can be from a right clock. */
const toLatestPlausible = (now: Date): string => toInstant(new Date(now.getTime() + maxClockSkewMs))

/**
 * Checks every second. When the database is away, the next check tries again.
 * @param onFailure receives the first of several errors in a row
 * @returns stops checking and waits for a running check
 */
export function startPublishing(
  { db, registry, clock }: { db: Database; registry: Registry; clock: Clock },
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | undefined
  let isFailing = false
  const check = async (): Promise<void> => {
    try {
      await publishDue(db, registry, clock.now())
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailure(error)
      isFailing = true
    }
  }
  const timer = setInterval(() => {
    running ??= check().finally(() => {
      running = undefined
    })
  }, checkIntervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
