import type { FieldDefinition } from '#contract/field-definition.ts'
import { isMultiValued } from '#contract/form/form-shape.ts'
import { listFieldColumns, type Column } from './columns.ts'
import { toColumnValue, type FilesByNo, type ColumnValue } from './field-type.ts'
import { sealIdNumber, type FieldSealer } from './id-number.ts'
import { getFieldType, isSealed, listFileFields } from './index.ts'

/** A row as the database returns it, by column. Booleans are numbers on SQLite. */
export type StoredRow = Readonly<Record<string, unknown>>

/** A row as the API sends it, by field. */
export type WireRow = Record<string, unknown>

/** A wire row with all fields and with the columns that the API never sends; for code of the server only. */
export type TrustedRow = WireRow & {
  id: string
  version: number
  /** Name of the origin whose imports own the row; null for a row that people created. */
  source: string | null
  /** Key of the row within its source. */
  source_key: string | null
}

/**
 * Encodes a field's wire value as the values of its columns.
 * @param sealer encrypts ID numbers
 * @throws TypeError when an ID number is written without a sealer
 */
export function encodeField(
  key: string,
  field: FieldDefinition,
  value: unknown,
  sealer?: FieldSealer,
): Record<string, ColumnValue> {
  if (isSealed(field)) return sealIdNumber(key, toColumnValue(value), sealer)
  const { encode } = getFieldType(field)
  return Object.fromEntries(
    listFieldColumns(key, field).map((column) => {
      const columnValue =
        column.locale === undefined ? value : (value as WireRow | null | undefined)?.[column.locale]
      return [
        column.name,
        columnValue === null || columnValue === undefined ? toEmptyValue(column) : encode(columnValue),
      ]
    }),
  )
}

/** A required localized text may be missing in one language: an empty string means "not translated". */
function toEmptyValue(column: Column): ColumnValue {
  return column.locale !== undefined && column.kind === 'text' ? '' : null
}

/**
 * Decodes the wire value of one field; an ID number is masked for every caller.
 * @param files files of the rows by number; the value of a file that is missing is null
 */
export function decodeField(key: string, field: FieldDefinition, row: StoredRow, files: FilesByNo): unknown {
  const columns = listFieldColumns(key, field)
  if (!field.localized) {
    const [column] = columns
    return column ? decodeValue(field, row[column.name], files) : null
  }
  const texts = columns.map((column) => [
    column.locale ?? '',
    decodeValue(field, row[column.name], files) ?? toEmptyValue(column),
  ])
  return Object.fromEntries(texts)
}

/** Decodes the value of one column: null, or an empty list in a field with several values, when it is empty. */
function decodeValue(field: FieldDefinition, value: unknown, files: FilesByNo): unknown {
  if (value === null || value === undefined) return isMultiValued(field) ? [] : null
  return getFieldType(field).decode(value, files)
}

/** Lists the distinct file numbers that rows hold in the given fields. */
export function listFileNos(
  fields: readonly [string, FieldDefinition][],
  rows: readonly StoredRow[],
): string[] {
  const keys = listFileFields(Object.fromEntries(fields))
  const nos = rows.flatMap((row) => keys.map((key) => row[key])).filter((no) => typeof no === 'string')
  return [...new Set(nos)]
}
