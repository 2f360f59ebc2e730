import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpModuleRevisionOnCommit } from '#server/db/bump-revision.ts'
import { setReferences } from '#server/files/references.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import { alreadyExpiredAt } from '#server/files/store-file.ts'
import { encodeField } from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables, toDialectValue } from '../../db/module-tables.ts'
import { deleteRevisions } from '#server/db/delete-revisions.ts'
import { pickStoredColumns } from './store-rows.ts'

/** Rows per statement, whose ids are parameters. */
const rowsPerStatement = 200

/** Fields of some rows of a module. */
export interface RowFields {
  ids: readonly string[]
  /** Keys of the fields. */
  keys: readonly string[]
}

/**
 * Deletes rows permanently, with their revisions; rows that were soft-deleted too. Files that no other row references expire
 * and are deleted by the next cleanup.
 */
export async function purgeRows(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const chunk of toChunks(ids)) {
    await releaseFiles(trx, definition, { ids: chunk, keys: listFieldsWithFiles(definition) }, now)
    await moduleTables(trx).deleteFrom(definition.name).where('id', 'in', chunk).execute()
    await deleteRevisions(trx, definition.name, chunk)
  }
  if (ids.length > 0) await bumpModuleRevisionOnCommit(trx, definition.name)
}

/** Empties fields of rows, soft-deleted ones included, and updates the search texts and sort keys derived from them. */
export async function clearFields(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  { ids, keys }: RowFields,
  now: Date,
): Promise<void> {
  const tables = moduleTables(trx)
  const derive = await prepareDerivation(definition)
  const emptyColumnValues = Object.assign(
    {},
    ...keys.map((key) => encodeEmptyValue(definition, key)),
  ) as Record<string, ColumnValue>
  const fileKeys = listFieldsWithFiles(definition).filter((key) => keys.includes(key))
  for (const chunk of toChunks(ids)) {
    await releaseFiles(trx, definition, { ids: chunk, keys: fileKeys }, now)
    // The history must not hold the values either.
    await deleteRevisions(trx, definition.name, chunk, Object.keys(emptyColumnValues))
    const rows = await tables.selectFrom(definition.name).selectAll().where('id', 'in', chunk).execute()
    for (const row of rows) {
      const derived = derive({ ...pickStoredColumns(definition, row), ...emptyColumnValues })
      const columns = Object.entries({ ...emptyColumnValues, ...derived, updated_at: toInstant(now) })
      await tables
        .updateTable(definition.name)
        .set(Object.fromEntries(columns.map(([name, value]) => [name, toDialectValue(tables, value)])))
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', row['id'])
        .execute()
    }
  }
  if (ids.length > 0) await bumpModuleRevisionOnCommit(trx, definition.name)
}

/** Encodes an empty value as the columns of a field. */
function encodeEmptyValue(definition: ModuleDefinition, key: string): Record<string, ColumnValue> {
  const field = definition.fields[key]
  if (!field) throw new TypeError(`${definition.name} has no field ${key}`)
  return encodeField(key, field, null)
}

/** Lists the fields that hold files, and those whose texts show pictures. */
function listFieldsWithFiles({ fields }: ModuleDefinition): string[] {
  return [...listFileFields(fields), ...listImageFields(fields)]
}

/** Removes references to files. Unlike after other writes, a file that no other row references expires at once. */
async function releaseFiles(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  { ids, keys }: RowFields,
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  const references = await trx
    .selectFrom('file_references')
    .select(['row_id', 'field', 'no'])
    .where('module', '=', definition.name)
    .where('row_id', 'in', ids)
    .where('field', 'in', keys)
    .execute()
  const changes = references.map(({ row_id, field, no }) => ({
    rowId: row_id,
    field,
    before: no,
    after: null,
  }))
  // Sets an expiry in a day for files without further references.
  await setReferences(trx, definition.name, changes, now)
  if (references.length === 0) return
  await trx
    .updateTable('files')
    .set({ expires_at: alreadyExpiredAt })
    .where(
      'no',
      'in',
      references.map(({ no }) => no),
    )
    .where('expires_at', 'is not', null)
    .execute()
}

function toChunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / rowsPerStatement)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
}
