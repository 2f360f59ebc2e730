import type { FieldIssue } from '#contract/envelope.ts'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValue, cleanValues } from '#contract/form/clean-values.ts'
import {
  findField,
  getFieldName,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { removeHiddenFields, listHiddenFields } from '#contract/form/visibility.ts'
import type { Locale } from '#contract/locale.ts'
import { isSelectedFile } from './selected-file.ts'
import { findUnfinished, finishedValues, withoutUnfinished } from './unfinished.ts'

/** What the validation needs besides the typed values. */
export interface ValidationInput {
  shape: FormShape
  /** The fields of the form, in order. */
  fields: readonly string[]
  /** The row as the server has it; absent for a new one. */
  original?: Values | undefined
  related: FindRelatedRow
}

/** Stands for a file that is only on this device: it is present, and nothing more can be checked. */
const selectedFileNo = 'picked'

/** Normalizes the values as the server does before it validates. */
function normalizeValues({ shape, related }: ValidationInput, values: Values): Values {
  const present = Object.entries(values).map(([key, value]) => [
    key,
    isSelectedFile(value) ? selectedFileNo : value,
  ])
  return removeHiddenFields(shape, cleanValues(shape, Object.fromEntries(present)), related)
}

/**
 * Validates the typed values. @returns the issues in the order of the form's fields
 * Of an existing row only changes are validated, because an ID number is shown masked. Unfinished input is an issue,
 * except
 * a name beside a list: it is added when the list is valid without it.
 */
export function validateForm(subject: ValidationInput, inputs: Values, locale: Locale): FieldIssue[] {
  const { fields } = subject
  const unfinishedKeys = fields.filter((key) => withoutUnfinished(inputs[key]) !== inputs[key])
  const found = unfinishedKeys.length === 0 ? [] : validateUnfinished(subject, inputs, locale)
  const unfinishedIssues = found.map((list) =>
    list.filter(({ path }) => unfinishedKeys.includes(getFieldName(path))),
  )
  const issues = [...unfinishedIssues, check(subject, finishedValues(inputs), locale)].reduce(
    addForOtherFields,
  )
  return issues.toSorted(
    (a, b) => fields.indexOf(getFieldName(a.path)) - fields.indexOf(getFieldName(b.path)),
  )
}

/** Reports unfinished input, and validates the values without it. */
function validateUnfinished(subject: ValidationInput, inputs: Values, locale: Locale): FieldIssue[][] {
  const { shape, related } = subject
  const finished = withoutUnfinished(inputs) as Values
  const hidden = listHiddenFields(shape, finished, related)
  const unfinishedKeys = findUnfinished(shape, inputs, locale).filter(
    ({ path }) => !hidden.has(getFieldName(path)),
  )
  return [unfinishedKeys, check(subject, finished, locale)]
}

function check(subject: ValidationInput, values: Values, locale: Locale): FieldIssue[] {
  const { shape, fields, related } = subject
  const writtenFields = subject.original ? getChangedFields(subject, values) : fields
  const scope = { writable: new Set(fields), changed: new Set(writtenFields) }
  return checkForm(shape, normalizeValues(subject, values), scope, { related, locale })
}

/** A field with an issue gets no second one. */
function addForOtherFields(found: FieldIssue[], more: FieldIssue[]): FieldIssue[] {
  const fields = new Set(found.map(({ path }) => getFieldName(path)))
  return [...found, ...more.filter(({ path }) => !fields.has(getFieldName(path)))]
}

/**
 * Lists the fields that differ from the row on the server, ignoring white space. Unfinished input counts as a change.
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

/**
 * Builds the request body: normalized values without hidden fields; of an existing row only the changes. Files are sent
 * apart.
 */
export function toRequestBody(subject: ValidationInput, inputs: Values): Record<string, unknown> {
  const values = finishedValues(inputs)
  const normalized = normalizeValues(subject, values)
  const sent = subject.original ? getChangedFields(subject, values) : subject.fields
  return Object.fromEntries(
    sent.filter((key) => !isSelectedFile(values[key])).map((key) => [key, normalized[key] ?? null]),
  )
}
