import type { RetentionEntry, RetentionPreview } from '#contract/retention.ts'

/** Summary of what retention will erase. */
export interface RetentionView {
  /** Number of rows that are erased by each instant. */
  totals: readonly number[]
  /** Rules that erase rows, the earliest and largest first. */
  activeRules: readonly RetentionEntry[]
  /** Rules that erase nothing in this period. */
  idleRules: readonly RetentionEntry[]
}

/** Finds the index of the first instant by which rows are erased; -1 when there is none. */
export function findFirstIndex({ rows }: Pick<RetentionEntry, 'rows'>): number {
  return rows.findIndex((count) => count > 0)
}

/** Adds up the rows and sorts the rules. */
export function summarizeRetention({ at, rules }: RetentionPreview): RetentionView {
  const activeRules = rules
    .filter((rule) => findFirstIndex(rule) >= 0)
    .toSorted((a, b) => findFirstIndex(a) - findFirstIndex(b) || (b.rows.at(-1) ?? 0) - (a.rows.at(-1) ?? 0))
  return {
    totals: at.map((_, index) => rules.reduce((sum, { rows }) => sum + (rows[index] ?? 0), 0)),
    activeRules,
    idleRules: rules.filter((rule) => findFirstIndex(rule) < 0),
  }
}
