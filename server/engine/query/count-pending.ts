import { sql, type Kysely } from 'kysely'
import type { Localized } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { toSqlCondition } from './filter-sql.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { ServerModule, WaitingRule } from '../schema/server-module.ts'

/** Result of counting the rows that wait for an organiser, by one rule of a module. */
export interface PendingCount {
  module: ServerModule
  label: Localized
  rule: WaitingRule
  /** Number of pending rows. */
  count: number
  /** Number of those pending for longer than `lateAfterHours`. */
  late: number
  /** Undefined when no row is ever late. */
  lateAfterHours: number | undefined
  /** Rows pending since before this instant are late; undefined without `lateAfterHours`. */
  lateBefore: string | undefined
  /** Instant since which the oldest row is pending. */
  oldestAt: string
}

const hourMs = 3_600_000

/** Counts the pending rows of modules, one count per rule that has any: rules with late rows first, then by the oldest row. */
export async function countPending(
  kysely: Kysely<Tables>,
  modules: readonly ServerModule[],
  now: Date,
): Promise<PendingCount[]> {
  const counts: PendingCount[] = []
  for (const module of modules) {
    for (const rule of module.waiting ?? []) {
      const pending = await countRule(kysely, module, rule, now)
      if (pending) counts.push(pending)
    }
  }
  const isLate = ({ late }: PendingCount) => Number(late > 0)
  return counts.toSorted((a, b) => isLate(b) - isLate(a) || (a.oldestAt < b.oldestAt ? -1 : 1))
}

/** Counts the pending rows of one rule; undefined when there are none. */
async function countRule(
  kysely: Kysely<Tables>,
  module: ServerModule,
  rule: WaitingRule,
  now: Date,
): Promise<PendingCount | undefined> {
  const { label, rows, since, lateAfterHours } = rule
  const { name, fields } = module.definition
  const scope = { kysely: moduleTables(kysely), table: name, fields: new Map(Object.entries(fields)) }
  const conditions = [
    sql`${sql.ref(`${name}.deleted_at`)} is null`,
    ...rows.map((item) => toSqlCondition(scope, item)),
  ]
  const sinceColumn = sql.ref(`${name}.${since}`)
  // Without a limit nothing is late: no instant is less than the empty text.
  const lateBefore =
    lateAfterHours === undefined ? undefined : toInstant(now.getTime() - lateAfterHours * hourMs)
  const result = await sql<{ count: unknown; late: unknown; oldest_at: string | null }>`
    select count(*) as count, count(case when ${sinceColumn} < ${lateBefore ?? ''} then 1 end) as late, min(${sinceColumn}) as oldest_at
    from ${sql.id(name)} where ${sql.join(conditions, sql` and `)}`.execute(kysely)
  const [row] = result.rows
  const count = Number(row?.count ?? 0)
  if (!row || count === 0) return undefined
  // All pending rows may lack the instant, when it is an optional field.
  const oldestAt = row.oldest_at ?? toInstant(now)
  return { module, label, rule, count, late: Number(row.late), lateAfterHours, lateBefore, oldestAt }
}
