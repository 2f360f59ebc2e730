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

/** Which fields are looked at. */
export interface FormPart {
  /** Fields that may be written: a missing value is told of these only. */
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
  const tell = (key: string, { at, ...told }: Issue): void => {
    const path = at === '' ? key : `${key}.${at}`
    if (!problems.has(path)) problems.set(path, { path, ...told })
  }
  const hidden = listHiddenFields(shape, values, related)
  const isMissing = (key: string) =>
    writable.has(key) && !hidden.has(key) && isNeeded(shape, key, values, related)
  for (const [key, field] of Object.entries(shape.fields)) {
    const value = values[key]
    if (isEmpty(field, value)) {
      if (isMissing(key)) tell(key, requiredIssue(field, locale))
      continue
    }
    const found = given.has(key) && checkValue(field, value, locale)
    if (found) {
      wrong.add(key)
      tell(key, found)
    } else if (given.has(key) || (field.shaped && given.has(field.shaped.field))) {
      // Another name is another shape for a value that stays.
      const inner = resolveObjectShape(field, values)
      for (const told of inner ? checkObject(inner, value, key, locale) : []) problems.set(told.path, told)
    }
  }
  for (const rule of shape.rules ?? []) {
    const involved = listRuleFields(rule)
    // What is no value of its field's type is told as such; a rule can say nothing of it.
    if (!involved.some((key) => given.has(key)) || involved.some((key) => wrong.has(key))) continue
    const field = findField(shape, rule.path)
    if (field && !isRuleSatisfied(shape, rule, values, related))
      tell(rule.path, createIssue(field, locale, rule.key))
  }
  return [...problems.values()]
}

/** What is wrong with a value, or with an object within it, told at its path: `value.account.number`. */
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
