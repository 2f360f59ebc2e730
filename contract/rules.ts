import type { Condition } from './conditions.ts'
import type { FilterScalar } from './filters.ts'

/** Where a violated rule is reported, and with which text of `locales/<lng>/errors.json`. */
interface Violation {
  /** Key of the field at which it is reported. */
  path: string
  /** Key of that text. */
  key: string
}

/** A rule over several fields. Rules with empty or hidden fields are satisfied, except `implies`. */
export type Rule =
  /** Between the times of day in `from` and `to` there are at least this many minutes. */
  | (Violation & { rule: 'minutes_between'; from: string; to: string; atLeast: number })
  /** The date, time or instant in `field` is not before that in `other`. */
  | (Violation & { rule: 'not_before'; field: string; other: string })
  /** If the choices in `field` contain `value`, they contain nothing else. */
  | (Violation & { rule: 'alone'; field: string; value: FilterScalar })
  /** If all conditions in `when` are met, those in `must` must be met too. */
  | (Violation & { rule: 'implies'; when: readonly Condition[]; must: readonly Condition[] })
  /** The row in `field` is one of the rows in `among`, and overlaps another of them. */
  | (Violation & { rule: 'one_of_overlapping'; field: string; among: string })
  /** The rows that `field` names do not overlap in time. */
  | (Violation & { rule: 'no_overlap'; field: string })
  /** The row in `relation` has the same value in its field `theirs` as this row in `ours`. */
  | (Violation & { rule: 'same_as_related'; relation: string; theirs: string; ours: string })

/** `minutesBetween('start_time_at', 'end_time_at').atLeast(120, 'side_meeting.duration.min2h')`, reported at the end. */
export function minutesBetween(from: string, to: string) {
  return {
    atLeast: (atLeast: number, key: string): Rule => ({
      rule: 'minutes_between',
      from,
      to,
      atLeast,
      path: to,
      key,
    }),
  }
}

/** `leave_at` is not before `entry_at`. */
export function notBefore(field: string, other: string, key: string): Rule {
  return { rule: 'not_before', field, other, path: field, key }
}

/** `exclusiveOption('special_catering_needs', 'None', …)`. */
export function exclusiveOption(field: string, value: FilterScalar, key: string): Rule {
  return { rule: 'alone', field, value, path: field, key }
}

/** `implies([is('opening_ceremony', true)], [is('attend_opening_ceremony_status', true)], 'opening_ceremony', …)`. */
export function implies(
  when: readonly Condition[],
  must: readonly Condition[],
  path: string,
  key: string,
): Rule {
  return { rule: 'implies', when, must, path, key }
}

/** `priority_sub_forum` is one of the overlapping `sub_forum`. */
export function oneOfOverlapping(field: string, among: string, key: string): Rule {
  return { rule: 'one_of_overlapping', field, among, path: field, key }
}

/** No two of the chosen rows take place at the same time. */
export function noOverlap(field: string, key: string): Rule {
  return { rule: 'no_overlap', field, path: field, key }
}

/** The room's `size` is the row's own `room_size`. */
export function sameAsRelated(relation: string, theirs: string, ours: string, key: string): Rule {
  return { rule: 'same_as_related', relation, theirs, ours, path: relation, key }
}

/** Lists the fields that a condition uses. */
export function listConditionFields(condition: Condition): string[] {
  return 'overlapping' in condition
    ? [condition.overlapping]
    : [condition.param, ...(condition.ors ?? []).flatMap(listConditionFields)]
}

/** Lists the fields of the row that a rule uses or reports at. */
export function listRuleFields(rule: Rule): string[] {
  switch (rule.rule) {
    case 'minutes_between':
      return [rule.from, rule.to, rule.path]
    case 'not_before':
      return [rule.field, rule.other, rule.path]
    case 'implies':
      return [...rule.when, ...rule.must].flatMap(listConditionFields).concat(rule.path)
    case 'one_of_overlapping':
      return [rule.field, rule.among, rule.path]
    case 'same_as_related':
      return [rule.relation, rule.ours, rule.path]
    case 'alone':
    case 'no_overlap':
      return [rule.field, rule.path]
    default:
      return rule satisfies never
  }
}
