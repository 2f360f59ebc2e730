import type { Kysely } from 'kysely'
import type { RetentionEntry, RetentionPreview } from '#contract/retention.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { Registry } from '#server/engine/registry.ts'
import { findForumEnd } from './forum-end.ts'
import { applyRules, deletedRule, ruleName } from './run-retention.ts'
import { tableRules } from './table-rules.ts'

/** How far ahead it is looked, in days: a month is what most of it is kept for. */
const daysAhead = [0, 7, 30, 90]
const dayMs = 86_400_000

/** What retention would take away until some days from now, by a dry run for each. Nothing is changed. */
export async function previewRetention(
  trx: Kysely<Tables>,
  registry: Registry,
  now: Date,
): Promise<RetentionPreview> {
  const moments = daysAhead.map((days) => new Date(now.getTime() + days * dayMs))
  const counts: Map<string, number>[] = []
  for (const moment of moments) {
    const found = await applyRules(trx, { registry, now: moment }, true)
    counts.push(new Map(found.map(({ rule, rows }) => [rule, rows])))
  }
  return {
    forumEnd: (await findForumEnd(trx)) ?? null,
    at: moments.map((moment) => toInstant(moment)),
    rules: describeRules(registry).map((entry) => ({
      ...entry,
      rows: counts.map((count) => count.get(entry.rule) ?? 0),
    })),
  }
}

function describeRules({ modules }: Registry): Omit<RetentionEntry, 'rows'>[] {
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
