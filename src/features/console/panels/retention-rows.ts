import type { RetentionEntry, RetentionPreview } from '#contract/retention.ts'

/** What retention does, for who looks ahead. */
export interface RetentionView {
  /** Records that will have gone by each instant. */
  totals: readonly number[]
  /** Rules by which something goes, what goes first and most before the others. */
  busy: readonly RetentionEntry[]
  /** Rules by which nothing goes so soon. */
  idle: readonly RetentionEntry[]
}

/** Place of the first instant by which something goes; -1 when nothing does so soon. */
export function firstOf({ rows }: Pick<RetentionEntry, 'rows'>): number {
  return rows.findIndex((count) => count > 0)
}

/** Adds up what goes, and sorts it: numbers first. */
export function viewRetention({ at, rules }: RetentionPreview): RetentionView {
  const busy = rules
    .filter((rule) => firstOf(rule) >= 0)
    .toSorted((a, b) => firstOf(a) - firstOf(b) || (b.rows.at(-1) ?? 0) - (a.rows.at(-1) ?? 0))
  return {
    totals: at.map((_, place) => rules.reduce((sum, { rows }) => sum + (rows[place] ?? 0), 0)),
    busy,
    idle: rules.filter((rule) => firstOf(rule) < 0),
  }
}
