import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { rowIdPattern } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpModuleRevisionOnCommit } from '#server/db/bump-revision.ts'
import { findFiles } from '#server/files/find-files.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import {
  decodeField,
  type StoredRow,
  type WireRow,
  type TrustedRow,
  listFileNos,
} from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import { listColumns } from '#server/engine/field-types/columns.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables, toDialectValue } from '../../db/module-tables.ts'
import { isSameIdNumber } from '#server/engine/field-types/id-number.ts'
import { storeRows, toRowWrite, type EncodingContext, type RowWrite } from './store-rows.ts'

/** A row to write: wire values and, for imported rows, their source. */
export interface RowToWrite extends WireRow {
  id: string
  /** Undefined leaves the stored source unchanged. */
  source?: string | null
  source_key?: string | null
}

/** Numbers of rows by the result of a write. */
export interface WriteCounts {
  inserted: number
  updated: number
  unchanged: number
}

/** Rows per statement: SQLite accepts 32,766 parameters, and the widest module has about 50 columns. */
const rowsPerStatement = 200

const rowIdRegExp = new RegExp(rowIdPattern)

/**
 * Inserts or updates rows by their ids without a permission check, for schedule imports and samples. Writes of callers use
 * `saveRow`, which validates them. Omitted fields keep their values, or get their defaults in a new row; a deleted row with the
 * same id is restored. Derived columns and file references are updated. Only changed rows get a new version, and the module's
 * revision is bumped once. A masked ID number leaves the stored one unchanged.
 * @throws TypeError when a row has an unknown key, lacks a required field, has an invalid id, or has an ID number and there
 * are no secrets to seal it
 */
export async function upsertRows(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  rows: readonly RowToWrite[],
  options: { now: string | Date; secrets?: Secrets },
): Promise<WriteCounts> {
  const counts: WriteCounts = { inserted: 0, updated: 0, unchanged: 0 }
  const now = toInstant(options.now)
  const encoder = { definition, derive: await prepareDerivation(definition), secrets: options.secrets }
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const chunk = rows.slice(start, start + rowsPerStatement)
    const { inserted, updated, unchanged } = await upsertChunk(encoder, chunk, { trx, now })
    counts.inserted += inserted
    counts.updated += updated
    counts.unchanged += unchanged
  }
  if (counts.inserted + counts.updated > 0) await bumpModuleRevisionOnCommit(trx, definition.name, now)
  return counts
}

/**
 * Deletes rows softly by their ids, without a permission check. `purgeRows` deletes them permanently.
 * @returns the number of rows that were deleted
 */
export async function softDeleteRows(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  ids: readonly string[],
  options: { now: string | Date },
): Promise<number> {
  let deletedCount = 0
  const now = toInstant(options.now)
  for (let start = 0; start < ids.length; start += rowsPerStatement) {
    const result = await moduleTables(trx)
      .updateTable(definition.name)
      .set((eb) => ({ deleted_at: now, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', 'in', ids.slice(start, start + rowsPerStatement))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    deletedCount += Number(result.numUpdatedRows)
  }
  if (deletedCount > 0) await bumpModuleRevisionOnCommit(trx, definition.name, now)
  return deletedCount
}

/**
 * Reads rows with all fields, published or not, in the order of their ids.
 * @param where values by column: a list matches any of its values, `null` an empty column
 */
export async function readRows(
  kysely: Kysely<Tables>,
  definition: ModuleDefinition,
  where: Readonly<Record<string, ColumnValue | readonly string[]>> = {},
): Promise<TrustedRow[]> {
  const tables = moduleTables(kysely)
  let query = tables.selectFrom(definition.name).selectAll().where('deleted_at', 'is', null)
  for (const [column, value] of Object.entries(where)) {
    // An empty list matches nothing, which `in (null)` expresses on both databases.
    if (Array.isArray(value)) query = query.where(column, 'in', value.length > 0 ? value : [null])
    else if (value === null) query = query.where(column, 'is', null)
    else query = query.where(column, '=', toDialectValue(tables, value))
  }
  const rows = await query.orderBy('id').execute()
  const fields = Object.entries(definition.fields)
  const files = await findFiles(kysely, listFileNos(fields, rows))
  return rows.map((row) => ({
    ...Object.fromEntries(fields.map(([key, field]) => [key, decodeField(key, field, row, files)])),
    id: String(row['id']),
    version: Number(row['version']),
    source: row['source'] as string | null,
    source_key: row['source_key'] as string | null,
  }))
}

async function upsertChunk(
  encoder: EncodingContext,
  rows: readonly RowToWrite[],
  { trx, now }: { trx: Kysely<Tables>; now: string },
): Promise<WriteCounts> {
  const { definition } = encoder
  const ids = rows.map((row) => row.id)
  const existingRows = await moduleTables(trx)
    .selectFrom(definition.name)
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  const storedById = new Map<string, StoredRow>(existingRows.map((row) => [String(row['id']), row]))
  const allWrites = rows.map((row) => toCheckedWrite(encoder, row, storedById.get(row.id)))
  // `changed` is absent for a new row and empty for an unchanged one.
  const writes = allWrites.filter(({ changed }) => changed?.length !== 0)
  await storeRows(trx, definition, writes, { now, bumpsRevision: false })
  const inserted = writes.filter(({ changed }) => !changed).length
  return { inserted, updated: writes.length - inserted, unchanged: allWrites.length - writes.length }
}

/** Checks a row to write and turns it into columns. @throws TypeError as {@link upsertRows} does */
function toCheckedWrite(encoder: EncodingContext, row: RowToWrite, before: StoredRow | undefined): RowWrite {
  const { definition, secrets } = encoder
  const { id, source, source_key, ...fieldValues } = row
  if (!rowIdRegExp.test(id)) throw new TypeError(`${definition.name}: ${id} cannot be an id`)
  const sealer = secrets && { secrets, table: definition.name, rowId: id }
  const values = before ? {} : getDefaultValues(definition)
  for (const [key, value] of Object.entries(fieldValues)) {
    const field = definition.fields[key]
    if (value === undefined || (field && isSetByEngine(key))) continue
    if (!field) throw new TypeError(`${definition.name} ${id}: unknown field ${key}`)
    if (!isSameIdNumber(key, field, { value, stored: before ?? {} }, sealer)) values[key] = value
  }
  const columns = {
    ...(source !== undefined && { source }),
    ...(source_key !== undefined && { source_key }),
    deleted_at: null,
  }
  const write = toRowWrite(encoder, { id, before, values, columns })
  const missingColumn = listColumns(definition).find(
    ({ name, required }) => required && write.columns[name] === null,
  )
  if (missingColumn) throw new TypeError(`${definition.name} ${id}: ${missingColumn.field} is required`)
  return write
}

/** True for fields that the engine sets in every write; a row that was read and is written back may have them. */
function isSetByEngine(key: string): boolean {
  return key === 'version' || key === 'created_at' || key === 'updated_at'
}

/** Gets the defaults of a new row's fields; undefined for a field without a default, which is stored as null. */
function getDefaultValues({ fields }: ModuleDefinition): Record<string, unknown> {
  const entries = Object.entries(fields).filter(([key]) => key !== 'id' && !isSetByEngine(key))
  return Object.fromEntries(entries.map(([key, field]) => [key, field.default]))
}
