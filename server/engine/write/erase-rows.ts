import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpRevisionOnCommit } from '#server/db/bump-revision.ts'
import { setReferences } from '#server/files/references.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import { alreadyExpiredAt } from '#server/files/store-file.ts'
import { encodeField } from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables, toDialectValue } from '../../db/module-tables.ts'
import { deleteRevisions } from '#server/db/delete-revisions.ts'
import { pickStoredColumns } from './store-rows.ts'

/** Rows of one statement. */
const rowsPerStatement = 200

/** Fields of some rows of a module. */
export interface RowFields {
  ids: readonly string[]
  /** Keys of the fields. */
  keys: readonly string[]
}

/**
 * Takes rows away for good, deleted ones too; nothing of them stays in the database. Files that no other row names go
 * with the next sweep.
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
  if (ids.length > 0) await bumpRevisionOnCommit(trx, definition.name)
}

/** Empties fields of rows, of deleted ones too, with what was made of them for search and sorting. */
export async function clearFields(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  { ids, keys }: RowFields,
  now: Date,
): Promise<void> {
  const tables = moduleTables(trx)
  const derive = await prepareDerivation(definition)
  const emptyColumnValues = Object.assign({}, ...keys.map((key) => emptyColumns(definition, key))) as Record<
    string,
    ColumnValue
  >
  const files = listFieldsWithFiles(definition).filter((key) => keys.includes(key))
  for (const chunk of toChunks(ids)) {
    await releaseFiles(trx, definition, { ids: chunk, keys: files }, now)
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
  if (ids.length > 0) await bumpRevisionOnCommit(trx, definition.name)
}

function emptyColumns(definition: ModuleDefinition, key: string): Record<string, ColumnValue> {
  const field = definition.fields[key]
  if (!field) throw new TypeError(`${definition.name} has no field ${key}`)
  return encodeField(key, field, null)
}

/** Fields that hold files, and those whose texts show some. */
function listFieldsWithFiles({ fields }: ModuleDefinition): string[] {
  return [...listFileFields(fields), ...listImageFields(fields)]
}

/** Nobody waits a day for what was to be gone: such a file ends now, unless another row names it. */
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
