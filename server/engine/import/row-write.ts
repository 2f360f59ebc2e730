import { toInstant } from '#contract/time.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { insertMany } from '#server/db/prepared-query.ts'
import { setReferences, type FileChange } from '#server/files/references.ts'
import type { StoredRow } from '../field-types/codec.ts'
import type { Stored } from '#server/engine/field-types/field-type.ts'
import { listColumns } from '#server/engine/field-types/columns.ts'
import type { DeriveColumns } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables, toDialectValue } from '../../db/module-tables.ts'
import { encodeFields, fileChanges } from '../write/store-row.ts'
import { toRevisionBefore } from '../write/row-revisions.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { storedColumns } from '../write/write-rows.ts'

/** A row as an import will write it, checked already. */
export interface RowWrite {
  id: string
  /** Version that the write makes. */
  version: number
  /** Every column but those of the server's own making. */
  columns: Readonly<Record<string, Stored>>
  /** Names of the fields that it changes. */
  fields: readonly string[]
  /** What those held before, as far as it is kept. */
  before: Readonly<Record<string, unknown>>
  files: readonly FileChange[]
}

/** Deed in the history of rows that an import wrote. */
export const importOperation = 'import'

/** A row's new values, as columns. */
export function toRowWrite(
  context: Pick<WriteContext, 'secrets'>,
  definition: ModuleDefinition,
  derive: DeriveColumns,
  {
    id,
    stored,
    values,
  }: { id: string; stored: StoredRow | undefined; values: Readonly<Record<string, unknown>> },
): RowWrite {
  const written = encodeFields(context, definition, { id, values })
  const all = stored
    ? { ...storedColumns(definition, stored), ...written }
    : { source: null, source_key: null, ...written }
  const fields = Object.keys(values)
  return {
    id,
    version: stored ? Number(stored['version']) + 1 : 1,
    columns: { ...all, ...derive(all) },
    fields,
    before: toRevisionBefore(definition, fields, stored),
    files: fileChanges(definition, { id, before: stored, values }, written).filter(
      ({ before, after }) => before !== null || after !== null,
    ),
  }
}

/** Writes rows with their files and their history, in a few statements. The module's revision is the caller's to count. */
export async function writeImportRows(
  { trx, now, caller }: WriteContext,
  definition: ModuleDefinition,
  deed: string,
  writes: readonly RowWrite[],
): Promise<void> {
  if (writes.length === 0) return
  const tables = moduleTables(trx)
  const at = toInstant(now)
  const derived = ['source', 'source_key', 'search_text', 'sort_keys']
  const own = [...listColumns(definition).map(({ name }) => name), ...derived]
  const system = ['id', 'version', 'created_at', 'updated_at']
  const rows = writes.map(({ id, version, columns }) => [
    id,
    version,
    at,
    at,
    ...own.map((name) => toDialectValue(tables, columns[name] ?? null)),
  ])
  const overwritten = [...own, 'version', 'updated_at']
  await insertMany(trx, { table: definition.name, columns: [...system, ...own], overwritten }, rows)
  await setReferences(
    trx,
    definition.name,
    writes.flatMap(({ files }) => files),
    now,
  )
  const actor = caller.kind === 'user' ? caller.id : null
  const revisions = writes.map(({ id, version, fields, before }) => [
    definition.name,
    id,
    version,
    at,
    actor,
    deed,
    JSON.stringify(fields),
    JSON.stringify(before),
  ])
  const columns = ['module', 'row_id', 'version', 'at', 'actor_id', 'deed', 'fields', 'before']
  await insertMany(trx, { table: 'row_revisions', columns }, revisions)
}
