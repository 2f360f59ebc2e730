import type { Values } from '#contract/form/form-shape.ts'
import type { OverlapRule } from '../schema/server-module.ts'

/** The ids that a relation holds, one or several. */
export function toIds(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
}

/** The ids of the rows that a row's relations of a rule name. */
export function placesOf(rule: OverlapRule, row: Values): string[] {
  return [...new Set(rule.relations.flatMap((key) => toIds(row[key])))]
}
