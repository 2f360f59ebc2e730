import type { FieldDefinition } from '#contract/field-definition.ts'
import { isMultiValued } from '#contract/form/form-shape.ts'
import { maskedValue, type FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import { listFieldColumns, type Column } from '#server/db/module-tables.ts'
import { sealIdNumber, type FieldSealer } from './sealed-fields.ts'

/** A value as a column holds it. */
export type Stored = string | number | boolean | null

/** A row as the database answers it. */
export type StoredRow = Readonly<Record<string, unknown>>

/** A row in the shape of the wire. */
export type WireRow = Record<string, unknown>

/** A row with the columns that only the server reads. */
export type TrustedRow = WireRow & {
  id: string
  version: number
  source: string | null
  source_key: string | null
}

/** Stored files by number, for the fields that hold files. */
export type FilesByNo = ReadonlyMap<string, FileValue>

/**
 * The columns' values of one field of a row.
 * @param sealing what an ID number is sealed by
 * @throws TypeError when an ID number is written without it
 */
export function encodeField(
  key: string,
  field: FieldDefinition,
  value: unknown,
  sealing?: FieldSealer,
): Record<string, Stored> {
  if (field.type === 'id_number') return sealIdNumber(key, storable(value), sealing)
  return Object.fromEntries(
    listFieldColumns(key, field).map((column) => [column.name, encodeValue(column, field, value)]),
  )
}

function encodeValue(column: Column, field: FieldDefinition, value: unknown): Stored {
  const own = column.locale === undefined ? value : (value as WireRow | null | undefined)?.[column.locale]
  if (own === null || own === undefined) return emptyOf(column)
  if (column.kind === 'json') return JSON.stringify(own, (_, part: unknown) => storable(part))
  if (field.type === 'file' || field.type === 'image') return fileNo(own)
  if (field.type === 'datetime') return toInstant(own as string)
  return storable(own) as Stored
}

/** A required localized text may be missing in one language: an empty string means "not translated". */
function emptyOf(column: Column): Stored {
  return column.locale !== undefined && column.kind === 'text' ? '' : null
}

function fileNo(value: unknown): string {
  return typeof value === 'string' ? value : (value as FileValue).no
}

/** PostgreSQL holds neither NUL nor half a character in text; no text needs one. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

/** The value of one field on the wire; an ID number is masked, for everybody. */
export function decodeField(key: string, field: FieldDefinition, row: StoredRow, files: FilesByNo): unknown {
  const columns = listFieldColumns(key, field)
  if (!field.localized) {
    const [column] = columns
    return column ? decodeValue(column, field, row[column.name], files) : null
  }
  const texts = columns.map((column) => [
    column.locale ?? '',
    decodeValue(column, field, row[column.name], files) ?? emptyOf(column),
  ])
  return Object.fromEntries(texts)
}

function decodeValue(column: Column, field: FieldDefinition, value: unknown, files: FilesByNo): unknown {
  if (value === null || value === undefined) return column.kind === 'json' && isMultiValued(field) ? [] : null
  if (column.kind === 'boolean') return value === true || value === 1
  if (column.kind === 'json') return JSON.parse(value as string)
  if (field.type === 'id_number') return maskedValue
  if (field.type === 'file' || field.type === 'image') return files.get(value as string) ?? null
  return value
}

/** The file numbers that rows hold in the given fields. */
export function fileNosIn(
  fields: readonly [string, FieldDefinition][],
  rows: readonly StoredRow[],
): string[] {
  const keys = fields
    .filter(([, field]) => field.type === 'file' || field.type === 'image')
    .map(([key]) => key)
  const nos = rows.flatMap((row) => keys.map((key) => row[key])).filter((no) => typeof no === 'string')
  return [...new Set(nos)]
}
