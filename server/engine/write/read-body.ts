import type { FieldIssue } from '#contract/envelope.ts'
import { rowIdPattern } from '#contract/row.ts'
import { createHttpError } from '#server/errors.ts'
import type { VisibleFields } from '../schema/visible-fields.ts'

/** A body, as a call names a row and gives fields. */
export interface InputFields {
  values: Readonly<Record<string, unknown>>
  /** Fields that must not be given. */
  problems: readonly FieldIssue[]
}

/** What an edit, a deletion or an action names. */
export interface NamedRow extends InputFields {
  id: string
  /** The version that the caller knows; a plain client names none. */
  version: number | undefined
}

const rowId = new RegExp(rowIdPattern)

/** Most problems that an answer tells: forms have some 30 fields, but a body may have 100,000 names. */
export const maxReportedIssues = 100

/**
 * Takes the fields that the caller may write out of a body. One that may be read but not written is told as such; any
 * other, whether hidden or not there at all, is told the same.
 */
export function readFields(
  body: Readonly<Record<string, unknown>>,
  writable: Pick<VisibleFields, 'has'>,
  visible: VisibleFields,
): InputFields {
  const problems: FieldIssue[] = []
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    if (writable.has(key)) values[key] = value
    else if (problems.length < maxReportedIssues)
      problems.push({ path: key, key: visible.has(key) ? 'field.read_only' : 'field.unknown' })
  }
  return { values, problems }
}

/**
 * The same for a call that names a row.
 * @throws Refusal when `id` or `version` are none
 */
export function readNamedRow(
  body: Readonly<Record<string, unknown>>,
  writable: Pick<VisibleFields, 'has'>,
  visible: VisibleFields,
): NamedRow {
  const { id, version, ...fields } = body
  if (typeof id !== 'string' || !rowId.test(id)) throw refuseBody('id')
  if (version !== undefined && !(Number.isSafeInteger(version) && (version as number) > 0))
    throw refuseBody('version')
  return { ...readFields(fields, writable, visible), id, version: version as number | undefined }
}

function refuseBody(path: string) {
  return createHttpError('validation.failed', { fields: [{ path, key: 'field.invalid' }] })
}
