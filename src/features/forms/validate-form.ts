import type { FieldIssue } from '#contract/envelope.ts'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValue, cleanValues } from '#contract/form/clean-values.ts'
import {
  findField,
  findFieldByPath,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { removeHiddenFields, listHiddenFields } from '#contract/form/visibility.ts'
import type { Locale } from '#contract/locale.ts'
import { isSelectedFile } from './selected-file.ts'
import { findUnfinished, finishedValues, withoutUnfinished } from './unfinished.ts'

/** What a form is about, beside what was typed into it. */
export interface ValidationInput {
  shape: FormShape
  /** The fields that it asks for, in its order. */
  fields: readonly string[]
  /** The row as the server has it; absent for a new one. */
  original?: Values | undefined
  related: FindRelatedRow
}

/** Stands for a file that is on this device only: it is there, and nothing more can be said of it yet. */
const pickedNo = 'picked'

/** The values as the judge of both sides takes them. */
function judged({ shape, related }: ValidationInput, values: Values): Values {
  const present = Object.entries(values).map(([key, value]) => [
    key,
    isSelectedFile(value) ? pickedNo : value,
  ])
  return removeHiddenFields(shape, cleanValues(shape, Object.fromEntries(present)), related)
}

/**
 * What is wrong with what was typed, in the order of the form's own fields. Of a row that the server has, only what was
 * changed is looked at: an ID number that is shown masked is none. What is not finished is wrong, but for a name beside a
 * list: a list that is right without it takes it, and one that is not gains nothing by it.
 */
export function validateForm(subject: ValidationInput, inputs: Values, locale: Locale): FieldIssue[] {
  const { fields } = subject
  const begun = fields.filter((key) => withoutUnfinished(inputs[key]) !== inputs[key])
  const told = begun.length === 0 ? [] : judgeBegun(subject, inputs, locale)
  const ofBegun = told.map((list) => list.filter(({ path }) => begun.includes(findFieldByPath(path))))
  const found = [...ofBegun, check(subject, finishedValues(inputs), locale)].reduce(addOfOtherFields)
  return found.toSorted(
    (a, b) => fields.indexOf(findFieldByPath(a.path)) - fields.indexOf(findFieldByPath(b.path)),
  )
}

/** That something is not finished, and then what is wrong without it. */
function judgeBegun(subject: ValidationInput, inputs: Values, locale: Locale): FieldIssue[][] {
  const { shape, related } = subject
  const left = withoutUnfinished(inputs) as Values
  const hidden = listHiddenFields(shape, left, related)
  const begun = findUnfinished(shape, inputs, locale).filter(({ path }) => !hidden.has(findFieldByPath(path)))
  return [begun, check(subject, left, locale)]
}

function check(subject: ValidationInput, values: Values, locale: Locale): FieldIssue[] {
  const { shape, fields, related } = subject
  const given = subject.original ? getChangedFields(subject, values) : fields
  const part = { writable: new Set(fields), given: new Set(given) }
  return checkForm(shape, judged(subject, values), part, { related, locale })
}

/** A field that has a problem already gets no further one. */
function addOfOtherFields(told: FieldIssue[], more: FieldIssue[]): FieldIssue[] {
  const fields = new Set(told.map(({ path }) => findFieldByPath(path)))
  return [...told, ...more.filter(({ path }) => !fields.has(findFieldByPath(path)))]
}

/**
 * The fields whose values are others than the server has, with nothing but blanks between them left out of sight. What is
 * not finished is another one.
 */
export function getChangedFields(
  { shape, fields, original = {} }: Omit<ValidationInput, 'related'>,
  values: Values,
): string[] {
  return fields.filter((key) => {
    const field = findField(shape, key)
    const [now, before] = [values[key], original[key]]
    if (isSelectedFile(now) || !field) return now !== before
    if (withoutUnfinished(now) !== now) return JSON.stringify(now) !== JSON.stringify(before)
    return JSON.stringify(cleanValue(field, now)) !== JSON.stringify(cleanValue(field, before))
  })
}

/** What is sent: values as they are kept, without hidden fields; of a row that the server has, the changed ones. Files go apart. */
export function toRequestBody(subject: ValidationInput, inputs: Values): Record<string, unknown> {
  const values = finishedValues(inputs)
  const kept = judged(subject, values)
  const sent = subject.original ? getChangedFields(subject, values) : subject.fields
  return Object.fromEntries(
    sent.filter((key) => !isSelectedFile(values[key])).map((key) => [key, kept[key] ?? null]),
  )
}
