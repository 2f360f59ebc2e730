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
  /** Keys of the form's fields, in order. */
  fields: readonly string[]
  /** The row as the server has it; absent for a new one. */
  original?: Values | undefined
  related: FindRelatedRow
}

/** Stands in for the server's number of a file that is only on this device, so that the field counts as filled in. */
const selectedFileNo = 'picked'

/** Normalizes the values as the server does before it validates. */
function normalizeValues({ shape, related }: ValidationInput, values: Values): Values {
  const numbered = Object.entries(values).map(([key, value]) => [
    key,
    isSelectedFile(value) ? selectedFileNo : value,
  ])
  return removeHiddenFields(shape, cleanValues(shape, Object.fromEntries(numbered)), related)
}

/**
 * Validates the typed values.
 * Of an existing row only changes are validated, because an ID number is shown masked. Unfinished input is an issue,
 * except a name beside a list: it is added when the list is valid without it.
 * @returns the issues in the order of the form's fields
 */
export function validateForm(validationInput: ValidationInput, inputs: Values, locale: Locale): FieldIssue[] {
  const { fields } = validationInput
  const unfinishedKeys = fields.filter((key) => withoutUnfinished(inputs[key]) !== inputs[key])
  const issueLists = unfinishedKeys.length === 0 ? [] : validateUnfinished(validationInput, inputs, locale)
  const issuesOfUnfinished = issueLists.map((list) =>
    list.filter(({ path }) => unfinishedKeys.includes(getFieldName(path))),
  )
  // Of a field only the issues of the first list that has any count: unfinished input explains the others.
  const issues = [...issuesOfUnfinished, check(validationInput, finishedValues(inputs), locale)].reduce(
    addIssuesOfOtherFields,
  )
  return issues.toSorted(
    (a, b) => fields.indexOf(getFieldName(a.path)) - fields.indexOf(getFieldName(b.path)),
  )
}

/** Returns two lists: the issues of unfinished input, and those of the values without it. */
function validateUnfinished(
  validationInput: ValidationInput,
  inputs: Values,
  locale: Locale,
): FieldIssue[][] {
  const { shape, related } = validationInput
  const finished = withoutUnfinished(inputs) as Values
  const hidden = listHiddenFields(shape, finished, related)
  const unfinishedIssues = findUnfinished(shape, inputs, locale).filter(
    ({ path }) => !hidden.has(getFieldName(path)),
  )
  return [unfinishedIssues, check(validationInput, finished, locale)]
}

/** Validates finished values. Only fields of this form are writable; of a row only changed fields are validated. */
function check(validationInput: ValidationInput, values: Values, locale: Locale): FieldIssue[] {
  const { shape, fields, related } = validationInput
  const writtenFields = validationInput.original ? getChangedFields(validationInput, values) : fields
  const scope = { writable: new Set(fields), changed: new Set(writtenFields) }
  return checkForm(shape, normalizeValues(validationInput, values), scope, { related, locale })
}

/** Adds the issues of fields that have none yet. */
function addIssuesOfOtherFields(issues: FieldIssue[], others: FieldIssue[]): FieldIssue[] {
  const fields = new Set(issues.map(({ path }) => getFieldName(path)))
  return [...issues, ...others.filter(({ path }) => !fields.has(getFieldName(path)))]
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
    const [value, originalValue] = [values[key], original[key]]
    if (isSelectedFile(value) || !field) return value !== originalValue
    if (withoutUnfinished(value) !== value) return JSON.stringify(value) !== JSON.stringify(originalValue)
    return JSON.stringify(cleanValue(field, value)) !== JSON.stringify(cleanValue(field, originalValue))
  })
}

/**
 * Builds the request body: normalized values without hidden fields; of an existing row only the changes. Files are sent
 * apart.
 */
export function toRequestBody(validationInput: ValidationInput, inputs: Values): Record<string, unknown> {
  const values = finishedValues(inputs)
  const normalized = normalizeValues(validationInput, values)
  const sentFields = validationInput.original
    ? getChangedFields(validationInput, values)
    : validationInput.fields
  return Object.fromEntries(
    sentFields.filter((key) => !isSelectedFile(values[key])).map((key) => [key, normalized[key] ?? null]),
  )
}
