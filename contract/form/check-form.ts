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
import { resolveObjectShape, type ObjectShape } from './form-shape.ts'
import { createRequiredIssue, createIssue, type Issue } from './issue.ts'
import { listHiddenFields, isRequiredWhenShown } from './visibility.ts'

export { removeHiddenFields, isRequired, isVisible } from './visibility.ts'

/** Which fields {@link checkForm} checks, and for what. Both sets contain keys of fields. */
export interface FieldsToCheck {
  /** Fields that may be written. Only these are reported when a required value is missing. */
  writable: ReadonlySet<string>
  /** Fields with new values. Their values are checked, and the rules that use them. */
  changed: ReadonlySet<string>
}

/**
 * Lists the issues of a row, at most one for each path, in the order of the fields. Their paths begin with the key of
 * the field. {@link checkObject} checks an object inside a field in the same way.
 * @param values the whole row, cleaned and without the values of hidden fields
 */
export function checkForm(
  shape: FormShape,
  values: Values,
  { writable, changed }: FieldsToCheck,
  { related, locale }: FormContext,
): FieldIssue[] {
  const issues = new Map<string, FieldIssue>()
  const invalidKeys = new Set<string>()
  const report = (key: string, { at, ...issue }: Issue): void => {
    const path = at === '' ? key : `${key}.${at}`
    if (!issues.has(path)) issues.set(path, { path, ...issue })
  }
  const hidden = listHiddenFields(shape, values, related)
  const isMissing = (key: string) =>
    writable.has(key) && !hidden.has(key) && isRequiredWhenShown(shape, key, values, related)
  for (const [key, field] of Object.entries(shape.fields)) {
    const value = values[key]
    if (isEmpty(field, value)) {
      if (isMissing(key)) report(key, createRequiredIssue(field, locale))
      continue
    }
    const valueIssue = changed.has(key) && checkValue(field, value, locale)
    if (valueIssue) {
      invalidKeys.add(key)
      report(key, valueIssue)
    } else if (changed.has(key) || (field.shaped && changed.has(field.shaped.field))) {
      // A change of the field that selects the shape gives the stored value another shape.
      const objectShape = resolveObjectShape(field, values)
      for (const issue of objectShape ? checkObject(objectShape, value, key, locale) : [])
        issues.set(issue.path, issue)
    }
  }
  for (const rule of shape.rules ?? []) {
    const ruleFields = listRuleFields(rule)
    // An invalid value is already reported, and a rule cannot compare it.
    if (!ruleFields.some((key) => changed.has(key)) || ruleFields.some((key) => invalidKeys.has(key)))
      continue
    const field = findField(shape, rule.path)
    if (field && !isRuleSatisfied(shape, rule, values, related))
      report(rule.path, createIssue(field, locale, rule.key))
  }
  return [...issues.values()]
}

/** Checks the value of an object field. Issues of inner objects have their full path: `value.account.number`. */
export function checkObject(shape: ObjectShape, value: unknown, path: string, locale: Locale): FieldIssue[] {
  if (!isPlainObject(value)) return [{ path, key: 'field.invalid' }]
  const { fields, parts: innerShapes = {} } = shape
  const keys = new Set(Object.keys(fields))
  // Objects in `json` fields have no relations.
  const context = { related: () => undefined, locale }
  const ownIssues = checkForm(shape, value, { writable: keys, changed: keys }, context)
  const unknownKeys = Object.keys(value).filter((key) => !keys.has(key) && !Object.hasOwn(innerShapes, key))
  return [
    ...ownIssues.map((formIssue) => ({ ...formIssue, path: `${path}.${formIssue.path}` })),
    ...unknownKeys.map((key) => ({ path: `${path}.${key}`, key: 'field.unknown' })),
    ...Object.entries(innerShapes).flatMap(([key, innerShape]) =>
      checkObject(innerShape, value[key], `${path}.${key}`, locale),
    ),
  ]
}
