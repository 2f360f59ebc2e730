import type { FieldIssue } from '../envelope.ts'
import { listRuleFields } from '../rules.ts'
import { isRuleSatisfied } from './check-rules.ts'
import { checkValue } from './check-value.ts'
import type { Locale } from '../locale.ts'
import {
  findField,
  isEmpty,
  isPlainObject,
  type FormContext,
  type FormShape,
  type Values,
} from './form-shape.ts'
import { resolveObjectShape, type ObjectShape } from './object-shape.ts'
import { requiredIssue, createIssue, type Issue } from './issue.ts'
import { listHiddenFields, isNeeded } from './visibility.ts'

export { removeHiddenFields, isRequired, isVisible } from './visibility.ts'

/** Which fields are checked. */
export interface FormPart {
  /** Fields that may be written. Only these are reported when a required value is missing. */
  writable: ReadonlySet<string>
  /** Fields whose values are new: these are checked, and the rules that touch them. */
  given: ReadonlySet<string>
}

/**
 * What is wrong with a row, one problem for each path, in the order of the fields.
 * @param values the whole row, cleaned and without the values of hidden fields
 */
export function checkForm(
  shape: FormShape,
  values: Values,
  { writable, given }: FormPart,
  { related, locale }: FormContext,
): FieldIssue[] {
  const problems = new Map<string, FieldIssue>()
  const wrong = new Set<string>()
  const report = (key: string, { at, ...issue }: Issue): void => {
    const path = at === '' ? key : `${key}.${at}`
    if (!problems.has(path)) problems.set(path, { path, ...issue })
  }
  const hidden = listHiddenFields(shape, values, related)
  const isMissing = (key: string) =>
    writable.has(key) && !hidden.has(key) && isNeeded(shape, key, values, related)
  for (const [key, field] of Object.entries(shape.fields)) {
    const value = values[key]
    if (isEmpty(field, value)) {
      if (isMissing(key)) report(key, requiredIssue(field, locale))
      continue
    }
    const found = given.has(key) && checkValue(field, value, locale)
    if (found) {
      wrong.add(key)
      report(key, found)
    } else if (given.has(key) || (field.shaped && given.has(field.shaped.field))) {
      // A change of the field that selects the shape gives the stored value another shape.
      const inner = resolveObjectShape(field, values)
      for (const issue of inner ? checkObject(inner, value, key, locale) : []) problems.set(issue.path, issue)
    }
  }
  for (const rule of shape.rules ?? []) {
    const involved = listRuleFields(rule)
    // A value of the wrong type is already reported, and a rule cannot judge it.
    if (!involved.some((key) => given.has(key)) || involved.some((key) => wrong.has(key))) continue
    const field = findField(shape, rule.path)
    if (field && !isRuleSatisfied(shape, rule, values, related))
      report(rule.path, createIssue(field, locale, rule.key))
  }
  return [...problems.values()]
}

/** Checks the value of an object field. Issues of inner objects have their full path: `value.account.number`. */
export function checkObject(shape: ObjectShape, value: unknown, path: string, locale: Locale): FieldIssue[] {
  if (!isPlainObject(value)) return [{ path, key: 'field.invalid' }]
  const { fields, parts = {} } = shape
  const keys = new Set(Object.keys(fields))
  const form = { related: () => undefined, locale }
  const own = checkForm(shape, value, { writable: keys, given: keys }, form)
  const unknown = Object.keys(value).filter((key) => !keys.has(key) && !Object.hasOwn(parts, key))
  return [
    ...own.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })),
    ...unknown.map((key) => ({ path: `${path}.${key}`, key: 'field.unknown' })),
    ...Object.entries(parts).flatMap(([key, part]) =>
      checkObject(part, value[key], `${path}.${key}`, locale),
    ),
  ]
}
