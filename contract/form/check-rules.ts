import type { Rule } from '../rules.ts'
import { castScalar } from './cast-value.ts'
import { findField, type FindRelatedRow, type FormShape, type Values, type FormField } from './form-shape.ts'
import { matchesAllConditions } from './matches.ts'
import { toIds, hasOverlap, getIntervals } from './intervals.ts'
import { parseMinutesOfDay, overlaps } from '../time.ts'

/**
 * Returns whether a rule holds for a row. A rule that compares values holds while a value is missing or a related row is
 * unknown. For `implies` its tests decide.
 */
export function isRuleSatisfied(
  shape: FormShape,
  rule: Rule,
  values: Values,
  related: FindRelatedRow,
): boolean {
  switch (rule.rule) {
    case 'minutes_between': {
      // A span that ends on the next day has a negative length, so it is never long enough.
      const minutes = parseMinutesOfDay(values[rule.to]) - parseMinutesOfDay(values[rule.from])
      return Number.isNaN(minutes) || minutes >= rule.atLeast
    }
    case 'not_before':
      return isNotBefore(shape, values, rule.field, rule.other)
    case 'alone': {
      const chosen = values[rule.field]
      return !Array.isArray(chosen) || chosen.length < 2 || !chosen.includes(rule.value)
    }
    case 'implies':
      return (
        !matchesAllConditions(shape, rule.when, values, related) ||
        matchesAllConditions(shape, rule.must, values, related)
      )
    case 'one_of_overlapping':
      return isOneOfOverlapping(shape, values, rule, related)
    case 'no_overlap':
      return !hasOverlap(getIntervals(shape, rule.field, values, related))
    case 'same_as_related':
      return isSameAsRelated(findField(shape, rule.relation), values, rule, related)
    default:
      return rule satisfies never
  }
}

function isNotBefore(shape: FormShape, values: Values, key: string, other: string): boolean {
  const later = ordered(findField(shape, key), values[key])
  const earlier = ordered(findField(shape, other), values[other])
  return later === undefined || earlier === undefined || later >= earlier
}

/** Dates, times and instants in the form in which their text sorts as they do. */
function ordered(field: FormField | undefined, value: unknown): string | undefined {
  const cast = field && typeof value === 'string' ? castScalar(field, value) : undefined
  return typeof cast === 'string' ? cast : undefined
}

/**
 * The field has one value. If several of the chosen rows overlap, any of the overlapping ones is valid, and only a row
 * that overlaps none is not.
 */
function isOneOfOverlapping(
  shape: FormShape,
  values: Values,
  { field, among }: { field: string; among: string },
  related: FindRelatedRow,
): boolean {
  const [chosen] = toIds(values[field])
  if (chosen === undefined) return true
  const spans = getIntervals(shape, among, values, related)
  const own = spans.find((span) => span.id === chosen)
  return own !== undefined && spans.some((span) => span !== own && overlaps(span, own))
}

function isSameAsRelated(
  field: FormField | undefined,
  values: Values,
  { relation, theirs, ours }: { relation: string; theirs: string; ours: string },
  related: FindRelatedRow,
): boolean {
  const own = values[ours]
  const module = field?.relation?.module
  if (module === undefined || own === null || own === undefined || own === '') return true
  return toIds(values[relation]).every((id) => {
    const row = related(module, id)
    return row === undefined || row[theirs] === own
  })
}
