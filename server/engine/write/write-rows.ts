import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { rowIdPattern } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpRevisionOnCommit } from '#server/db/bump-revision.ts'
import { findFiles } from '#server/files/find-files.ts'
import { setReferences, type FileChange } from '#server/files/references.ts'
import { listFileFields } from '#server/engine/field-types/index.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import {
  decodeField,
  encodeField,
  listFileNos,
  type StoredRow,
  type WireRow,
  type TrustedRow,
} from '../field-types/codec.ts'
import { type Stored } from '#server/engine/field-types/field-type.ts'
import { listColumns } from '#server/engine/field-types/columns.ts'
import { prepareDerivation, type DeriveColumns } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables, toDialectValue, type ModuleTables } from '../../db/module-tables.ts'
import { isSameIdNumber } from '#server/engine/field-types/id-number.ts'

/** A row to write: the wire's shape and, for imported rows, where it came from. */
export interface RowToWrite extends WireRow {
  id: string
  source?: string | null
  source_key?: string | null
}

/** What a write did, in rows. */
export interface WriteCounts {
  inserted: number
  updated: number
  unchanged: number
}

/** Rows of one statement: SQLite takes 32,766 parameters, and the widest module has about 50 columns. */
const chunkRows = 200

const rowId = new RegExp(rowIdPattern)

type Columns = Record<string, Stored>

/**
 * Writes rows by their ids without asking for permission: for the server's own imports and samples. A key that a row
 * leaves out keeps its stored value, or takes the field's default in a new row; a deleted row with the same id comes
 * back. Computed fields and the search column follow. Only rows that changed get a new version, and the module's
 * revision grows once when any did. Files that the rows name are theirs from now on, those that they no longer name go.
 * An ID number that a row carries back masked stays as it is stored.
 * @throws TypeError when a row has an unknown key, lacks a required field, has an id that cannot stand in an address, or an
 * ID number while there are no keys to seal it by
 */
export async function upsertRows(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  rows: readonly RowToWrite[],
  options: { now: string | Date; secrets?: Secrets },
): Promise<WriteCounts> {
  const counts: WriteCounts = { inserted: 0, updated: 0, unchanged: 0 }
  const context = {
    trx,
    definition,
    derive: await prepareDerivation(definition),
    now: toInstant(options.now),
    secrets: options.secrets,
  }
  for (let start = 0; start < rows.length; start += chunkRows) {
    await writeChunk(context, rows.slice(start, start + chunkRows), counts)
  }
  if (counts.inserted + counts.updated > 0) await bumpRevisionOnCommit(trx, definition.name, context.now)
  return counts
}

/**
 * Deletes rows softly by their ids.
 * @returns the number of rows that were there
 */
export async function softDeleteRows(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  ids: readonly string[],
  options: { now: string | Date },
): Promise<number> {
  let removed = 0
  const now = toInstant(options.now)
  for (let start = 0; start < ids.length; start += chunkRows) {
    const result = await moduleTables(trx)
      .updateTable(definition.name)
      .set((eb) => ({ deleted_at: now, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', 'in', ids.slice(start, start + chunkRows))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    removed += Number(result.numUpdatedRows)
  }
  if (removed > 0) await bumpRevisionOnCommit(trx, definition.name, now)
  return removed
}

/**
 * Rows in the wire's shape, all fields, published or not, in the order of their ids.
 * @param where columns that must be equal, to one value or to one of several; `null` for none
 */
export async function readRows(
  kysely: Kysely<Tables>,
  definition: ModuleDefinition,
  where: Readonly<Record<string, Stored | readonly string[]>> = {},
): Promise<TrustedRow[]> {
  const tables = moduleTables(kysely)
  let query = tables.selectFrom(definition.name).selectAll().where('deleted_at', 'is', null)
  for (const [column, value] of Object.entries(where)) {
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

/** What all rows of one write share. */
interface WriteContext {
  trx: Kysely<Tables>
  definition: ModuleDefinition
  derive: DeriveColumns
  now: string
  secrets: Secrets | undefined
}

async function writeChunk(
  context: WriteContext,
  rows: readonly RowToWrite[],
  counts: WriteCounts,
): Promise<void> {
  const { trx, definition, now } = context
  const tables = moduleTables(trx)
  const ids = rows.map((row) => row.id)
  const found = await tables.selectFrom(definition.name).selectAll().where('id', 'in', ids).execute()
  const stored = new Map(found.map((row) => [String(row['id']), row]))
  const inserts: Columns[] = []
  const fileFields = listFileFields(definition.fields)
  const files: FileChange[] = []
  for (const row of rows) {
    if (!rowId.test(row.id)) throw new TypeError(`${definition.name}: ${row.id} cannot be an id`)
    const before = stored.get(row.id)
    if (!before) {
      const columns = complete(context, row, defaultsOf(definition))
      files.push(...fileChanges(fileFields, row.id, {}, columns))
      inserts.push({ ...columns, id: row.id, version: 1, created_at: now, updated_at: now, deleted_at: null })
      continue
    }
    const after = complete(context, row, storedColumns(definition, before))
    if (isSame(before, after)) counts.unchanged += 1
    else {
      await updateRow(tables, definition.name, row.id, { ...after, updated_at: now, deleted_at: null })
      files.push(...fileChanges(fileFields, row.id, before, after))
      counts.updated += 1
    }
  }
  if (inserts.length > 0) {
    await tables
      .insertInto(definition.name)
      .values(inserts.map((row) => toDialect(tables, row)))
      .execute()
    counts.inserted += inserts.length
  }
  await setReferences(trx, definition.name, files, now)
}

/** What a write does to the fields that hold files. A row that is written again may have been deleted meanwhile. */
function fileChanges(
  fields: readonly string[],
  rowId: string,
  before: StoredRow,
  after: StoredRow,
): FileChange[] {
  return fields
    .map((field) => ({ rowId, field, before: noIn(before, field), after: noIn(after, field) }))
    .filter((change) => change.before !== null || change.after !== null)
}

async function updateRow(tables: Kysely<ModuleTables>, table: string, id: string, columns: Columns) {
  await tables
    .updateTable(table)
    .set((eb) => ({ ...toDialect(tables, columns), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

function toDialect(tables: Kysely<ModuleTables>, columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, toDialectValue(tables, value)]),
  )
}

/** All columns of a row after a write over what was there before. */
function complete({ definition, derive, secrets }: WriteContext, row: RowToWrite, before: Columns): Columns {
  const columns = { ...before }
  const sealing = secrets && { secrets, table: definition.name, rowId: row.id }
  for (const [key, value] of Object.entries(row)) {
    if (key === 'id' || value === undefined) continue
    const field = definition.fields[key]
    if (key === 'source' || key === 'source_key') columns[key] = value as string | null
    else if (field && isServerMade(key)) continue
    else if (field && isSameIdNumber(key, field, { value, stored: before }, sealing)) continue
    else if (field) Object.assign(columns, encodeField(key, field, value, sealing))
    else throw new TypeError(`${definition.name} ${row.id}: unknown field ${key}`)
  }
  for (const column of listColumns(definition)) {
    if (column.required && columns[column.name] === null)
      throw new TypeError(`${definition.name} ${row.id}: ${column.field} is required`)
  }
  return { ...columns, ...derive(columns) }
}

/** Fields whose values only the server makes; a row read and written back may carry them. */
function isServerMade(key: string): boolean {
  return key === 'version' || key === 'created_at' || key === 'updated_at'
}

function defaultsOf(definition: ModuleDefinition): Columns {
  const columns = Object.entries(definition.fields)
    .filter(([key]) => key !== 'id' && !isServerMade(key))
    .flatMap(([key, field]) => Object.entries(encodeField(key, field, field.default)))
  return { ...Object.fromEntries(columns), source: null, source_key: null }
}

/** A row's own columns, as a write makes them. */
export function storedColumns(definition: ModuleDefinition, row: StoredRow): Columns {
  const columns: Columns = {
    source: row['source'] as string | null,
    source_key: row['source_key'] as string | null,
  }
  for (const column of listColumns(definition)) {
    const value = row[column.name] as Stored
    columns[column.name] = column.kind === 'boolean' && value !== null ? Boolean(value) : value
  }
  return columns
}

function isSame(before: StoredRow, after: Columns): boolean {
  if (before['deleted_at'] !== null) return false
  return Object.entries(after).every(([name, value]) => {
    const old = before[name]
    return typeof value === 'boolean' ? Boolean(old) === value && old !== null : old === value
  })
}

function noIn(row: StoredRow, field: string): string | null {
  return (row[field] as string | null | undefined) ?? null
}
