import type { FastifyInstance } from 'fastify'
import { paths } from '#contract/api.ts'
import type { RetentionEntry, RetentionPreview } from '#contract/retention.ts'
import { toInstant } from '#contract/time.ts'
import { success } from '#server/http/envelope.ts'
import type { Database } from '#server/db/client.ts'
import { findClockWait } from '#server/db/deletion-clock.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { deletedRule, tableRules } from '#server/engine/schema/table-retention-rules.ts'
import { findForumEnd, applyRules, ruleName, type RetentionCount } from './run-retention.ts'
import { findBackupDemand } from './newest-backup.ts'

/** Looks a minute from one address: each counts the rows of all modules, some days ahead. */
const rateLimit = { max: 30, timeWindow: 60_000 }

/** What retention would take away, for administrators to see before it does. */
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

/** How far ahead it is looked, in days: a month is what most of it is kept for. */
const daysAhead = [0, 7, 30, 90]
const dayMs = 86_400_000

/** What it is looked at with. */
interface PreviewDeps {
  db: Database
  registry: Registry
  /** How old the newest backup may be for people's rows to go; undefined when none is demanded. */
  backupDays: number | undefined
}

/** What retention would take away until some days from now, by a dry run for each. Nothing is changed. */
export async function previewRetention(
  { db, registry, backupDays }: PreviewDeps,
  now: Date,
): Promise<RetentionPreview> {
  const clock = (await findClockWait(db, now)) ?? null
  return db.snapshot(async (trx) => {
    const { writtenUntil, madeAt = null } = await findBackupDemand(trx, now, backupDays)
    const moments = daysAhead.map((days) => new Date(now.getTime() + days * dayMs))
    const counts: Map<string, RetentionCount>[] = []
    for (const moment of moments) {
      const found = await applyRules(trx, { registry, now: moment, writtenUntil }, true)
      counts.push(new Map(found.map((count) => [count.rule, count])))
    }
    return {
      forumEnd: (await findForumEnd(trx)) ?? null,
      at: moments.map((moment) => toInstant(moment)),
      clock,
      backupDays: backupDays ?? null,
      backupAt: madeAt,
      rules: describeRules(registry).map((entry) => ({
        ...entry,
        // What waits for a backup now will have one by then, or be told of again.
        rows: counts.map((count) => dueRows(count.get(entry.rule))),
        waitingRows: counts[0]?.get(entry.rule)?.heldRows ?? 0,
      })),
    }
  })
}

function dueRows(count: RetentionCount | undefined): number {
  return count ? count.rows + count.heldRows : 0
}

function describeRules({ modules }: Registry): Omit<RetentionEntry, 'rows' | 'waitingRows'>[] {
  const ofModules = modules.flatMap(({ definition, retention = [] }) =>
    [...retention, deletedRule].map((rule) => ({
      rule: ruleName(definition, rule),
      module: definition.label,
      label: rule.label ?? definition.label,
      fields: (rule.fields ?? []).flatMap((key) => definition.fields[key]?.label ?? []),
      hours: rule.hours,
      isOfForum: rule.since.includes('forum_end'),
    })),
  )
  const ofTables = tableRules.map(({ table, label, hours, isOfForum = false }) => ({
    rule: table,
    module: null,
    label,
    fields: [],
    hours,
    isOfForum,
  }))
  return [...ofModules, ...ofTables]
}
