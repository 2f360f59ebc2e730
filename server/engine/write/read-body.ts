import type { FieldIssue } from '#contract/envelope.ts'
import { rowIdPattern } from '#contract/row.ts'
import { createHttpError } from '#server/errors.ts'
import type { VisibleFields } from '../schema/visible-fields.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { getFieldType } from '../field-types/index.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'

/** A body, as a call names a row and gives fields. */
export interface InputFields {
  values: Readonly<Record<string, unknown>>
  /** Fields that must not be given. */
  issues: readonly FieldIssue[]
}

/** What an edit, a deletion or an action names. */
export interface NamedRow extends InputFields {
  id: string
  /** The version that the caller knows; a plain client names none. */
  version: number | undefined
}

const rowId = new RegExp(rowIdPattern)

/** Maximum number of problems in a response: a body may have 100,000 names. */
export const maxReportedIssues = 100

/**
 * Takes the fields that the caller may write out of a body. A read-only field has a problem of its own; a hidden field and
 * an unknown one have the same.
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
 * The same for a call that names a row.
 * @throws HttpError when `id` or `version` are none
 */
export function readNamedRow(
  body: Readonly<Record<string, unknown>>,
  writable: Pick<VisibleFields, 'has'>,
  visible: VisibleFields,
): NamedRow {
  const { id, version, ...fields } = body
  if (typeof id !== 'string' || !rowId.test(id)) throw createInvalidFieldError('id')
  if (version !== undefined && !(Number.isSafeInteger(version) && (version as number) > 0))
    throw createInvalidFieldError('version')
  return { ...readFields(fields, writable, visible), id, version: version as number | undefined }
}

function createInvalidFieldError(path: string) {
  return createHttpError('validation.failed', { fields: [{ path, key: 'field.invalid' }] })
}

/**
 * True when a value is of the kind that its field holds, right or wrong: a module's own code may take it for that. What is
 * refused for its kind must not come into its hands, where it might become something else.
 */
export function hasShape(field: FieldDefinition | undefined, value: unknown): boolean {
  if (!field || value === null || value === undefined) return true
  if (field.localized) return isPlainObject(value)
  return getFieldType(field).hasShape(value)
}
