import type { FastifyInstance } from 'fastify'
import { paths } from '#contract/api.ts'
import type { RetentionEntry, RetentionPreview } from '#contract/retention.ts'
import { toInstant } from '#contract/time.ts'
import { success } from '#server/http/envelope.ts'
import type { Database } from '#server/db/client.ts'
import { findClockWait } from '#server/db/deletion-clock.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { deletedRule, tableRules } from '#server/engine/schema/table-retention-rules.ts'
import { findForumEnd, applyRules, formatRuleName, type RetentionCount } from './run-retention.ts'
import { findBackupRequirement } from './newest-backup.ts'

/** Requests per minute from one address. Each counts the rows of all modules for several days. */
const rateLimit = { max: 30, timeWindow: 60_000 }

/** Registers the preview of retention for administrators. */
export async function retentionRoutes(
  app: FastifyInstance,
  { now, ...deps }: PreviewDeps & { now: () => Date },
): Promise<void> {
  app.get(
    paths.retention,
    {
      config: { permission: { kind: 'operator' }, rateLimit },
      schema: {
        tags: ['administration'],
        summary: 'What is erased by itself, how long it is kept, and how much will have gone by when',
      },
    },
    async () => success(await previewRetention(deps, now())),
  )
}

/** Days ahead of the preview. Most rules wait for 30 days. */
const daysAhead = [0, 7, 30, 90]
const dayMs = 86_400_000

/** Dependencies of the preview. */
interface PreviewDeps {
  db: Database
  registry: Registry
  /** Maximum age of the newest backup in days for personal rows to be erased; undefined when none is required. */
  backupDays: number | undefined
}

/** Counts by dry runs what retention would erase in the coming days. Changes nothing. */
export async function previewRetention(
  { db, registry, backupDays }: PreviewDeps,
  now: Date,
): Promise<RetentionPreview> {
  const clock = (await findClockWait(db, now)) ?? null
  return db.snapshot(async (trx) => {
    const { writtenUntil, madeAt = null } = await findBackupRequirement(trx, now, backupDays)
    const dates = daysAhead.map((days) => new Date(now.getTime() + days * dayMs))
    const counts: Map<string, RetentionCount>[] = []
    for (const date of dates) {
      const ruleCounts = await applyRules(trx, { registry, now: date, writtenUntil }, { isDryRun: true })
      counts.push(new Map(ruleCounts.map((count) => [count.rule, count])))
    }
    return {
      forumEnd: (await findForumEnd(trx)) ?? null,
      at: dates.map((date) => toInstant(date)),
      clock,
      backupDays: backupDays ?? null,
      backupAt: madeAt,
      rules: describeRules(registry).map((entry) => ({
        ...entry,
        // Includes rows that wait for a backup: there will be a newer one by that date.
        rows: counts.map((count) => countDueRows(count.get(entry.rule))),
        // `daysAhead` begins with today.
        waitingRows: counts[0]?.get(entry.rule)?.retainedRows ?? 0,
      })),
    }
  })
}

function countDueRows(count: RetentionCount | undefined): number {
  return count ? count.rows + count.retainedRows : 0
}

function describeRules({ modules }: Registry): Omit<RetentionEntry, 'rows' | 'waitingRows'>[] {
  const moduleEntries = modules.flatMap(({ definition, retention = [] }) =>
    [...retention, deletedRule].map((rule) => ({
      rule: formatRuleName(definition, rule),
      module: definition.label,
      label: rule.label ?? definition.label,
      fields: (rule.fields ?? []).flatMap((key) => definition.fields[key]?.label ?? []),
      hours: rule.hours,
      isOfForum: rule.since.includes('forum_end'),
    })),
  )
  const tableEntries = tableRules.map(({ table, label, hours, startsAtForumEnd: isOfForum = false }) => ({
    rule: table,
    module: null,
    label,
    fields: [],
    hours,
    isOfForum,
  }))
  return [...moduleEntries, ...tableEntries]
}
