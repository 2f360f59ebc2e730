import type { FieldIssue } from '#contract/envelope.ts'
import { rowIdPattern } from '#contract/row.ts'
import { createHttpError } from '#server/errors.ts'
import type { VisibleFields } from '../schema/visible-fields.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { getFieldType } from '../field-types/index.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'

/** The fields of a request body. */
export interface InputFields {
  /** Values by key of the fields that the caller may write, not yet cleaned or checked. */
  values: Readonly<Record<string, unknown>>
  /** Issues of fields that the caller may not write; at most {@link maxReportedIssues}. */
  issues: readonly FieldIssue[]
}

/** The body of an edit, a deletion or an action, which identifies a row. */
export interface NamedRow extends InputFields {
  id: string
  /** Version of the row that the caller has read; undefined when the body has none. */
  version: number | undefined
}

const rowIdRegExp = new RegExp(rowIdPattern)

/** Maximum number of issues in a response: a body may have 100,000 fields. */
export const maxReportedIssues = 100

/**
 * Picks the fields that the caller may write from a body. A read-only field gets an issue of its own; hidden and unknown fields
 * get the same issue.
 * @param writable has the keys of the fields that the caller may write
 * @param visible the fields that the caller sees
 */
export function readFields(
  body: Readonly<Record<string, unknown>>,
  writable: Pick<VisibleFields, 'has'>,
  visible: VisibleFields,
): InputFields {
  const issues: FieldIssue[] = []
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    if (writable.has(key)) values[key] = value
    else if (issues.length < maxReportedIssues)
      issues.push({ path: key, key: visible.has(key) ? 'field.read_only' : 'field.unknown' })
  }
  return { values, issues }
}

/**
 * Reads a body that identifies a row by `id` and, optionally, `version`.
 * @throws HttpError when `id` or `version` is invalid
 */
export function readNamedRow(
  body: Readonly<Record<string, unknown>>,
  writable: Pick<VisibleFields, 'has'>,
  visible: VisibleFields,
): NamedRow {
  const { id, version, ...fields } = body
  if (typeof id !== 'string' || !rowIdRegExp.test(id)) throw createInvalidFieldError('id')
  if (version !== undefined && !(Number.isSafeInteger(version) && (version as number) > 0))
    throw createInvalidFieldError('version')
  return { ...readFields(fields, writable, visible), id, version: version as number | undefined }
}

function createInvalidFieldError(path: string) {
  return createHttpError('validation.failed', { fields: [{ path, key: 'field.invalid' }] })
}

/**
 * True when a value is absent or has the JSON type of its field, valid or not. Hooks of modules run only for such values,
 * because they rely on the types.
 */
export function hasShape(field: FieldDefinition | undefined, value: unknown): boolean {
  if (!field || value === null || value === undefined) return true
  if (field.localized) return isPlainObject(value)
  return getFieldType(field).hasShape(value)
}
