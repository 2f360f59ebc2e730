import type { CompiledQuery, Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import { buildAuditInsert, type AuditEntry } from '#server/db/audit-log.ts'
import { runBatch, buildInserts, buildUpdate } from '#server/db/prepared-query.ts'
import { bumpModuleRevisionOnCommit } from '#server/db/bump-revision.ts'
import type { Tables } from '#server/db/client.ts'
import { listPictureChanges, setReferences, type FileChange } from '#server/files/references.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { listColumns } from '#server/engine/field-types/columns.ts'
import { moduleTables, toDialectValue } from '../../db/module-tables.ts'
import { decodeField, encodeField, type StoredRow } from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import { prepareDerivation, type DeriveColumns } from '#server/engine/field-types/derived-columns.ts'
import { clientRowIdColumn, findClientRowOwner } from '../schema/client-row-ids.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { buildRevisionInserts, pickRevisionValues } from './row-revisions.ts'

/** Values of a row's columns by name. */
type Columns = Readonly<Record<string, ColumnValue>>

/** The new state of a row. The caller has validated its values. */
export interface RowChange {
  id: string
  /** The row as it is stored; undefined when the change creates it. */
  before: StoredRow | undefined
  /** New values by field; of a new row all of them. */
  values: Readonly<Record<string, unknown>>
  /** New values of columns that belong to no field, such as the source or the time of deletion. */
  columns?: Columns
}

/** A row as columns, ready to be stored. Imports store it as JSON between the dry run and the commit. */
export interface RowWrite {
  id: string
  /** Version that the write makes; 1 of a new row. */
  version: number
  /** All columns of the row but `id`, `version`, `created_at` and `updated_at`. */
  columns: Columns
  /** Names of the columns that differ from the stored row. Absent for a new row. */
  changed?: readonly string[]
  /** Keys of the fields that the write sets. */
  fields: readonly string[]
  /** Earlier values of the columns of these fields, for the row's history. */
  before: Readonly<Record<string, unknown>>
  /** References to files that the write adds, replaces or removes. */
  files: readonly FileChange[]
}

/** Dependencies of {@link toRowWrite}. */
export interface EncodingContext {
  definition: ModuleDefinition
  derive: DeriveColumns
  /** Encrypts identity-document numbers; optional for a module without such a field. */
  secrets: Secrets | undefined
}

/** What a write of rows stores besides the rows and their file references. */
export interface StoreRowsOptions {
  now: string | Date
  /** Appends a revision to each row's history. Absent for the server's own writes. */
  revision?: { operation: string; actorId: string | null }
  /** Appends an entry to the audit log for each row; needs `revision`. */
  audit?: Pick<AuditEntry, 'requestId' | 'clientAddress'>
  /** False when the caller bumps the module's revision itself, once for many calls. */
  bumpsRevision: boolean
}

/** A change of one row by a caller of the API. */
export interface CallerChange extends Omit<RowChange, 'columns'> {
  /** `create`, `edit`, `delete`, `restore` or the name of an action. */
  operation: string
  /** Set when the row is deleted or restored. */
  deletedAt?: Date | null
  /** The id that the owner's device gave a new row. */
  clientRowId?: string | undefined
}

/** Writes one row for a caller, with its files, its revision, its audit entry and the module's revision. */
export async function storeRow(
  context: WriteContext,
  module: ServerModule,
  { operation, deletedAt, clientRowId, ...change }: CallerChange,
): Promise<void> {
  const { trx, now, caller, secrets, requestId, clientAddress } = context
  const { definition } = module
  const owner = findClientRowOwner(module)
  const columns: Record<string, ColumnValue> = {}
  if (deletedAt !== undefined) columns['deleted_at'] = deletedAt && toInstant(deletedAt)
  if (clientRowId !== undefined) columns[clientRowIdColumn.name] = clientRowId
  // The id is removed when the row is deleted or restored (the device may reuse it) and when its owner changes.
  else if (change.before && owner && (deletedAt !== undefined || Object.hasOwn(change.values, owner)))
    columns[clientRowIdColumn.name] = null
  const encoder = { definition, derive: await prepareDerivation(definition), secrets }
  await storeRows(trx, definition, [toRowWrite(encoder, { ...change, columns })], {
    now,
    revision: { operation, actorId: caller.kind === 'user' ? caller.id : null },
    audit: { requestId, clientAddress },
    bumpsRevision: true,
  })
}

/**
 * Turns a row's new values into columns: encoded, sealed, with those that the server derives from them.
 * @throws TypeError when an ID number is written without secrets
 */
export function toRowWrite(
  { definition, derive, secrets }: EncodingContext,
  { id, before, values, columns: columnsOfNoField = {} }: RowChange,
): RowWrite {
  const sealer = secrets && { secrets, table: definition.name, rowId: id }
  const fieldColumns: Record<string, ColumnValue> = {}
  for (const [key, value] of Object.entries(values)) {
    const field = definition.fields[key]
    if (field) Object.assign(fieldColumns, encodeField(key, field, value, sealer))
  }
  const storedColumns = before && pickStoredColumns(definition, before)
  const row = { ...storedColumns, ...fieldColumns, ...columnsOfNoField }
  const columns = { ...row, ...derive(row) }
  const fields = Object.keys(values)
  return {
    id,
    version: before ? Number(before['version']) + 1 : 1,
    columns,
    ...(before && storedColumns && { changed: listChangedColumns({ ...before, ...storedColumns }, columns) }),
    fields,
    before: pickRevisionValues(definition, fields, before),
    files: listFileChanges(definition, { id, before, values }, fieldColumns),
  }
}

/**
 * Writes rows of a module with their file references, and their history as the options say.
 * @param writes at most 200, so that a statement has no more parameters than a database takes
 */
export async function storeRows(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  writes: readonly RowWrite[],
  { now, revision, audit, bumpsRevision }: StoreRowsOptions,
): Promise<void> {
  const at = toInstant(now)
  const rowStatements = buildRowStatements(trx, definition, writes, at)
  const lastStatement = rowStatements.pop()
  if (!lastStatement) return
  const module = definition.name
  const revisions = revision ? buildRevisionInserts(trx, module, writes, { at, ...revision }) : []
  const auditEntry = revision &&
    audit && { at, actorId: revision.actorId, action: revision.operation, module, ...audit }
  const auditInserts = auditEntry
    ? writes.map(({ id, fields }) => buildAuditInsert(trx, { ...auditEntry, rowId: id, fields }))
    : []
  // These run in order, which a batch does not: a new row may take a unique value that an existing row gives up. The last one
  // runs with the history, which depends on none of them.
  for (const statement of rowStatements) await trx.executeQuery(statement)
  await runBatch(trx, [lastStatement, ...revisions, ...auditInserts])
  if (bumpsRevision) await bumpModuleRevisionOnCommit(trx, module, at)
  await setReferences(
    trx,
    module,
    writes.flatMap(({ files }) => files),
    now,
  )
}

/** Picks the columns of a row's fields and source, with true and false for booleans on both databases. */
export function pickStoredColumns(definition: ModuleDefinition, row: StoredRow): Record<string, ColumnValue> {
  const columns: Record<string, ColumnValue> = {
    source: row['source'] as string | null,
    source_key: row['source_key'] as string | null,
  }
  for (const column of listColumns(definition)) {
    const value = row[column.name] as ColumnValue
    columns[column.name] = column.kind === 'boolean' && value !== null ? Boolean(value) : value
  }
  return columns
}

/** Lists the names of the columns whose values differ. */
function listChangedColumns(before: StoredRow, after: Columns): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}

/** Lists the changes of file references. A deletion sets no values, so the row keeps its files for a restore. */
function listFileChanges(
  definition: ModuleDefinition,
  { id, before, values }: RowChange,
  fieldColumns: Columns,
): FileChange[] {
  const isWritten = (field: string) => Object.hasOwn(values, field)
  const fileChanges = listFileFields(definition.fields)
    .filter(isWritten)
    .map((field) => ({
      rowId: id,
      field,
      before: (before?.[field] as string | null | undefined) ?? null,
      after: fieldColumns[field] as string | null,
    }))
  const pictureChanges = listImageFields(definition.fields)
    .filter(isWritten)
    .flatMap((key) => {
      const field = definition.fields[key]
      const storedValue = before && field && decodeField(key, field, before, new Map())
      return listPictureChanges(id, key, storedValue, values[key])
    })
  return [
    ...fileChanges.filter(({ before: storedNo, after }) => storedNo !== null || after !== null),
    ...pictureChanges,
  ]
}

/** Builds the statements that write rows: existing rows first, then new ones. */
function buildRowStatements(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  writes: readonly RowWrite[],
  at: string,
): CompiledQuery[] {
  const existing = writes.filter(({ version }) => version > 1)
  const created = writes.filter(({ version }) => version === 1)
  const [single, ...more] = existing
  return [
    ...(single && more.length === 0
      ? [buildChangedUpdate(trx, definition, single, at)]
      : buildUpserts(trx, definition, existing, at)),
    ...buildUpserts(trx, definition, created, at),
  ]
}

/** Builds the update of one row's changed columns, so that indexes of unchanged columns stay untouched. */
function buildChangedUpdate(
  trx: Kysely<Tables>,
  { name }: ModuleDefinition,
  { id, columns, changed = Object.keys(columns) }: RowWrite,
  at: string,
): CompiledQuery {
  const tables = moduleTables(trx)
  const values = changed.map((column) => [column, toDialectValue(tables, columns[column])])
  return buildUpdate(trx, name, id, { ...Object.fromEntries(values), updated_at: at })
}

/** Columns of every row that belong to no field and that each write sets. */
const columnsWithoutField = ['source', 'source_key', 'search_text', 'sort_keys']

/** Builds inserts of whole rows that overwrite existing ones: few statements with few distinct texts, which are prepared. */
function buildUpserts(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  writes: readonly RowWrite[],
  at: string,
): CompiledQuery[] {
  if (writes.length === 0) return []
  // The writes of one call set the same further columns, such as `deleted_at`.
  const tables = moduleTables(trx)
  const columnNames = new Set([
    ...listColumns(definition).map(({ name }) => name),
    ...columnsWithoutField,
    ...Object.keys(writes[0]?.columns ?? {}),
  ])
  const names = [...columnNames]
  const rows = writes.map(({ id, version, columns }) => [
    id,
    version,
    at,
    at,
    ...names.map((name) => toDialectValue(tables, columns[name] ?? null)),
  ])
  const columns = ['id', 'version', 'created_at', 'updated_at', ...names]
  const isUpdate = writes.some(({ version }) => version > 1)
  const overwritten = isUpdate ? [...names, 'updated_at'] : []
  const incremented = isUpdate ? ['version'] : []
  return buildInserts(trx, { table: definition.name, columns, overwritten, incremented }, rows)
}
