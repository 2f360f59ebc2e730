import type { Rule } from '../rules.ts'
import { castScalar } from './cast-value.ts'
import { findField, type FindRelatedRow, type FormShape, type Values, type FormField } from './form-shape.ts'
import { matchesAllConditions } from './matches.ts'
import { toIds, hasOverlap, getIntervals } from './intervals.ts'
import { parseMinutesOfDay, overlaps } from '../time.ts'

/**
 * Returns whether a row satisfies a rule. Comparisons are satisfied while a value is missing or a related row is
 * unknown. `implies` evaluates its conditions in any case.
 */
export function isRuleSatisfied(
  shape: FormShape,
  rule: Rule,
  values: Values,
  related: FindRelatedRow,
): boolean {
  switch (rule.rule) {
    case 'minutes_between': {
      // An interval that ends on the next day has a negative length, so it is never long enough.
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
  const later = toSortableText(findField(shape, key), values[key])
  const earlier = toSortableText(findField(shape, other), values[other])
  return later === undefined || earlier === undefined || later >= earlier
}

/** Converts a date, time or instant to the form that sorts as text. */
function toSortableText(field: FormField | undefined, value: unknown): string | undefined {
  const cast = field && typeof value === 'string' ? castScalar(field, value) : undefined
  return typeof cast === 'string' ? cast : undefined
}

/**
 * Returns whether the row in `field` overlaps another row in `among`. A missing value is valid.
 */
function isOneOfOverlapping(
  shape: FormShape,
  values: Values,
  { field, among }: { field: string; among: string },
  related: FindRelatedRow,
): boolean {
  const [chosen] = toIds(values[field])
  if (chosen === undefined) return true
  const intervals = getIntervals(shape, among, values, related)
  const chosenInterval = intervals.find((interval) => interval.id === chosen)
  return (
    chosenInterval !== undefined &&
    intervals.some((interval) => interval !== chosenInterval && overlaps(interval, chosenInterval))
  )
}

function isSameAsRelated(
  field: FormField | undefined,
  values: Values,
  { relation, theirs, ours }: { relation: string; theirs: string; ours: string },
  related: FindRelatedRow,
): boolean {
  const ownValue = values[ours]
  const module = field?.relation?.module
  if (module === undefined || ownValue === null || ownValue === undefined || ownValue === '') return true
  return toIds(values[relation]).every((id) => {
    const row = related(module, id)
    return row === undefined || row[theirs] === ownValue
  })
}
