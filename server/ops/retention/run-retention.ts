import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant, fromZonedTime } from '#contract/time.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { clearFields, purgeRows } from '#server/engine/write/erase-rows.ts'
import { toSqlCondition } from '#server/engine/query/filter-sql.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import type { RetentionRule, ServerModule } from '#server/engine/schema/server-module.ts'
import { deletedRule, tableRules, type TableRule } from '#server/engine/schema/table-retention-rules.ts'
import type { DailyTask } from '#server/ops/daily-tasks.ts'
import { readSetting } from '#server/db/settings.ts'
import { findBackupRequirement } from './newest-backup.ts'

/** Input of a retention run. */
export interface RetentionContext {
  db: Database
  registry: Registry
  /** A time that deletions may use (`server/db/deletion-clock.ts`). */
  now: Date
  /** See `BackupRequirement`: rows written later are in no backup and stay. Undefined when no backup is required. */
  writtenUntil?: string | undefined
}

/** Number of rows that a rule erased, or in a dry run would erase. */
export interface RetentionCount {
  /** `registrations: id_data`, `sign_ins`. */
  rule: string
  rows: number
  /** Due rows that stay until a backup contains them. */
  retainedRows: number
}

const hourMs = 3_600_000

/** Formats the name of a module's rule for reports: `registrations: id_data`. */
export function formatRuleName(
  { name }: Pick<ModuleDefinition, 'name'>,
  rule: Pick<RetentionRule, 'name'>,
): string {
  return `${name}: ${rule.name}`
}

/**
 * Erases rows whose retention time is over, all rules in one transaction.
 * @returns a count per rule; a dry run counts the same rows and changes nothing
 */
export async function runRetention(
  context: RetentionContext,
  { isDryRun }: { isDryRun: boolean },
): Promise<RetentionCount[]> {
  if (isDryRun) return context.db.snapshot((trx) => applyRules(trx, context, { isDryRun }))
  return context.db.transaction(async (trx) => {
    await lockExclusive(trx, 'retention')
    return applyRules(trx, context, { isDryRun })
  })
}

/** Explains in one line for the operator why due rows stay. Undefined when none do. */
export function explainRetainedRows(
  counts: readonly RetentionCount[],
  missingReason?: string,
): string | undefined {
  const rows = counts.reduce((sum, { retainedRows }) => sum + retainedRows, 0)
  if (rows === 0) return undefined
  const reason = missingReason ?? 'they were written after the newest backup'
  return `${rows} rows of people stay: ${reason}; run: npm run forum -- backup FILE, or set RETENTION_BACKUP_DAYS`
}

/** Applies all rules in the caller's transaction; {@link runRetention} opens one of its own. */
export async function applyRules(
  trx: Kysely<Tables>,
  { registry, now, writtenUntil }: Omit<RetentionContext, 'db'>,
  { isDryRun }: { isDryRun: boolean },
): Promise<RetentionCount[]> {
  const forumEnd = await findForumEnd(trx)
  const counts: RetentionCount[] = []
  for (const module of registry.modules) {
    // Rows that an earlier rule of this run cleared. That changed their `updated_at`, but the backup contains them as
    // they were before.
    const clearedIds = new Set<string>()
    for (const rule of [...(module.retention ?? []), deletedRule]) {
      const dueRows =
        rule === deletedRule
          ? await findLongDeleted(trx, module, now)
          : await findDueRows(trx, module, rule, { now, forumEnd })
      // Backups never include rows of transient modules, so waiting for one would keep them forever.
      const needsNoBackup = writtenUntil === undefined || module.isTransient === true
      const ids = dueRows
        .filter(({ id, updated_at }) => needsNoBackup || updated_at <= writtenUntil || clearedIds.has(id))
        .map(({ id }) => id)
      if (!isDryRun) await applyRule(trx, module, rule, { ids, now })
      if (rule.fields) for (const id of ids) clearedIds.add(id)
      // Every module has the rule of deleted rows, so a report without rows would only be long.
      if (dueRows.length > 0 || rule !== deletedRule)
        counts.push({
          rule: formatRuleName(module.definition, rule),
          rows: ids.length,
          retainedRows: dueRows.length - ids.length,
        })
    }
  }
  for (const rule of tableRules) {
    const isRetained = rule.startsAtForumEnd === true && !hasForumPeriodEnded(rule.hours, { now, forumEnd })
    const backupLimit = rule.isUserActivity ? writtenUntil : undefined
    const count = isRetained
      ? noRows
      : await applyTableRule(trx, rule, { now, writtenUntil: backupLimit }, isDryRun)
    counts.push({ rule: rule.table, ...count })
  }
  return counts
}

const noRows = { rows: 0, retainedRows: 0 }

/** A due row and the time of its last write. */
interface DueRow {
  id: string
  updated_at: string
}

/** The times by which rules decide whether a row is due. */
interface RetentionTimes {
  now: Date
  /** Undefined while the forum has no end. */
  forumEnd: string | undefined
}

/** True when this many hours have passed since the forum's end. */
function hasForumPeriodEnded(hours: number, { now, forumEnd }: RetentionTimes): boolean {
  return forumEnd !== undefined && forumEnd <= toInstant(new Date(now.getTime() - hours * hourMs))
}

/** Finds rows that were deleted too long ago to be restored. */
async function findLongDeleted(
  trx: Kysely<Tables>,
  { definition }: ServerModule,
  now: Date,
): Promise<DueRow[]> {
  const dueUntil = toInstant(new Date(now.getTime() - deletedRule.hours * hourMs))
  const rows = await moduleTables(trx)
    .selectFrom(definition.name)
    .select(['id', 'updated_at'])
    .where('deleted_at', '<=', dueUntil)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: String(row['id']), updated_at: String(row['updated_at']) }))
}

/** Finds rows whose retention time by this rule is over and that still have values to erase. */
async function findDueRows(
  trx: Kysely<Tables>,
  { definition }: ServerModule,
  rule: RetentionRule,
  { now, forumEnd }: RetentionTimes,
): Promise<DueRow[]> {
  const { name, fields } = definition
  const dueUntil = toInstant(new Date(now.getTime() - rule.hours * hourMs))
  if (rule.since.includes('forum_end') && !hasForumPeriodEnded(rule.hours, { now, forumEnd })) return []
  const scope = { kysely: moduleTables(trx), table: name, fields: new Map(Object.entries(fields)) }
  const dateColumns = rule.since.filter((key) => key !== 'forum_end').map((key) => sql.ref(`${name}.${key}`))
  const conditions: RawBuilder<unknown>[] = [
    // A rule may have no condition at all.
    sql`1 = 1`,
    ...(rule.rows ?? []).map((item) => toSqlCondition(scope, item)),
    ...dateColumns.map((column) => sql`(${column} is null or ${column} <= ${dueUntil})`),
  ]
  // A rule that empties fields is done with rows whose fields are empty.
  const columns = (rule.fields ?? []).flatMap((key) => {
    const field = fields[key]
    return field ? listFieldColumns(key, field).map((column) => sql.ref(`${name}.${column.name}`)) : []
  })
  if (columns.length > 0)
    conditions.push(
      sql`(${sql.join(
        columns.map((column) => sql`${column} is not null`),
        sql` or `,
      )})`,
    )
  const { rows } =
    await sql<DueRow>`select ${sql.ref(`${name}.id`)} as id, ${sql.ref(`${name}.updated_at`)} as updated_at
    from ${sql.id(name)} where ${sql.join(conditions, sql` and `)} order by id`.execute(trx)
  return rows
}

/** Erases rows by a module's rule, with an entry in the audit log for each. */
async function applyRule(
  trx: Kysely<Tables>,
  { definition }: ServerModule,
  { name, fields }: RetentionRule,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  if (fields) await clearFields(trx, definition, { ids, keys: fields }, now)
  else await purgeRows(trx, definition, ids, now)
  for (const rowId of ids)
    await appendAudit(trx, {
      at: now,
      actorId: null,
      action: `retention.${name}`,
      module: definition.name,
      rowId,
      ...(fields && { fields }),
    })
}

/** Deletes, or in a dry run counts, the rows of a table outside of modules. The audit log gets one entry for all. */
async function applyTableRule(
  trx: Kysely<Tables>,
  { table, column, hours }: TableRule,
  { now, writtenUntil }: Pick<RetentionContext, 'now' | 'writtenUntil'>,
  isDryRun: boolean,
): Promise<Omit<RetentionCount, 'rule'>> {
  const dueUntil = toInstant(new Date(now.getTime() - hours * hourMs))
  const until = writtenUntil !== undefined && writtenUntil < dueUntil ? writtenUntil : dueUntil
  const tables = moduleTables(trx)
  const countUntil = async (instant: string) => {
    const countQuery = tables.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
    return (await countQuery.where(column, '<=', instant).executeTakeFirstOrThrow()).count
  }
  const retainedRows = until === dueUntil ? 0 : (await countUntil(dueUntil)) - (await countUntil(until))
  if (isDryRun) return { rows: await countUntil(until), retainedRows }
  const { numDeletedRows } = await tables.deleteFrom(table).where(column, '<=', until).executeTakeFirst()
  const rows = Number(numDeletedRows)
  if (rows > 0) await appendAudit(trx, { at: now, actorId: null, action: 'retention', module: table })
  return { rows, retainedRows }
}

/** A little less than a day: with polls every ten minutes, a whole day would sometimes leave out a date. */
const dueAfterMs = 23 * 3_600_000

/**
 * Creates the daily task of retention.
 * @param backupDays maximum age of the newest backup in days; undefined when none is required
 */
export function createRetentionTask(registry: Registry, backupDays: number | undefined): DailyTask {
  return {
    name: 'retention',
    isDeleting: true,
    // A last run in the future, recorded while the clock was wrong, counts like one in the past.
    isDue: async (_kysely, now, ranAt) =>
      ranAt === undefined || Math.abs(now.getTime() - Date.parse(ranAt)) >= dueAfterMs,
    run: async (trx, now) => {
      const { writtenUntil, missingReason } = await findBackupRequirement(trx, now, backupDays)
      const counts = await applyRules(trx, { registry, now, writtenUntil }, { isDryRun: false })
      const reason = explainRetainedRows(counts, missingReason)
      return {
        rows: counts.reduce((sum, { rows }) => sum + rows, 0),
        ...(reason !== undefined && { held: reason }),
      }
    },
  }
}

/**
 * Finds the end of the forum's last day, by the setting in the database.
 * @returns undefined without a valid setting: then no rule counts from the forum's end
 */
export async function findForumEnd(kysely: Kysely<Tables>): Promise<string | undefined> {
  const { endsOn, timeZone } = (await readSetting<ForumSetting>(kysely, 'forum')) ?? {}
  if (endsOn === undefined || timeZone === undefined) return undefined
  try {
    return fromZonedTime(`${endsOn}T23:59:59`, timeZone)
  } catch {
    // The zone or the date of the setting does not exist.
    return undefined
  }
}
