import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { UndoReport } from '#contract/transfer.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpRevision } from '#server/db/bump-revision.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { createHttpError } from '#server/errors.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { findReferencingModules } from '#server/engine/write/delete-row.ts'
import type { LockedRow } from '../write/lock-row.ts'
import { isRevisionField, type RowRevision } from '../write/row-revisions.ts'
import { runDeletionHook } from '../write/save-row.ts'
import { decodeRows } from '../write/lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { lockModule } from '#server/engine/write/lock-row.ts'
import { createFileRows, type FileRows } from './file-rows.ts'
import { yieldToEventLoop, createWriteContext, type ImportRequest } from './import-deps.ts'
import { getImport, importOperation, toStoreOptions, transitionImport } from './import-job.ts'
import { validateRows } from './validate-rows.ts'
import { findByIds } from './match-rows.ts'
import { storeRows, toRowWrite, type EncodingContext } from '../write/store-rows.ts'
import { readWritten, type WrittenLine } from './stage.ts'

/** Name of the operation in revisions of rows that an undo restored or deleted. */
const undoOperation = 'import.undone'

/**
 * Undoes an import: deletes the rows that it created and restores those that it changed. A row that was changed since, or
 * that another row references, stays.
 * @throws HttpError `import.unknown_token` after 24 hours too, `import.over` when there is nothing to undo
 */
export async function undoImport(request: ImportRequest, token: string): Promise<UndoReport> {
  return retryOnConflict(() => request.deps.db.transaction((trx) => undoAll(request, trx, token)))
}

/** Undoes an import in a transaction. */
async function undoAll(request: ImportRequest, trx: Kysely<Tables>, token: string): Promise<UndoReport> {
  const { module, caller, origin } = request
  const { name } = module.definition
  await lockModule(trx, name)
  // At once, as in the commit: writes of the server itself wait until this transaction ends.
  await bumpRevision(trx, name, toInstant(request.deps.now()))
  const { state } = await getImport(request, token, trx)
  if (state !== 'committed') throw createHttpError('import.over')
  const context = createWriteContext(request, trx)
  const fileRows = createFileRows(trx, module)
  const undoReport: UndoReport = { undone: 0, left: 0 }
  for await (const lines of readWritten(trx, token)) {
    request.signal.throwIfAborted()
    const locked = await findUnchanged(context, request, lines)
    // Only the import has written these rows since, so version 1 is one that it created.
    const createdRows = locked.filter(({ row }) => row.version === 1)
    const undoneCount =
      (await deleteCreated(context, request, createdRows)) +
      (await restoreChanged(
        context,
        request,
        fileRows,
        locked.filter(({ row }) => row.version > 1),
      ))
    undoReport.undone += undoneCount
    undoReport.left += lines.length - undoneCount
    await yieldToEventLoop()
  }
  await transitionImport(trx, token, { from: 'committed', to: 'undone' })
  const actorId = caller.kind === 'user' ? caller.id : null
  const auditEntry = { at: context.now, actorId, action: 'import.undone', module: name, rowId: token }
  await appendAudit(trx, { ...auditEntry, ...origin })
  return undoReport
}

/** Finds the rows that have not changed since the import and may be edited. */
async function findUnchanged(
  context: WriteContext,
  { module }: ImportRequest,
  lines: readonly WrittenLine[],
): Promise<LockedRow[]> {
  const locked = await findByIds(
    context,
    module,
    lines.map(({ id }) => id),
  )
  return lines.flatMap(({ id, version }) => {
    const row = locked.get(id)
    return row?.isEditable && row.row.version === version ? [row] : []
  })
}

/** Deletes the rows that no other row references. @returns their number */
async function deleteCreated(
  context: WriteContext,
  { module, deps }: ImportRequest,
  rows: readonly LockedRow[],
): Promise<number> {
  const { trx, now, caller } = context
  const { definition } = module
  const unreferencedRows: LockedRow[] = []
  for (const locked of rows) {
    const referencingModules = await findReferencingModules(
      { trx, registry: deps.registry, caller },
      module,
      locked.row.id,
    )
    if (referencingModules.length === 0) unreferencedRows.push(locked)
  }
  if (unreferencedRows.length === 0) return 0
  const encoder = await createEncoder(context, definition)
  const columns = { deleted_at: toInstant(now) }
  const writes = unreferencedRows.map(({ row, stored }) =>
    toRowWrite(encoder, { id: row.id, before: stored, values: {}, columns }),
  )
  await storeRows(trx, definition, writes, toStoreOptions(context, undoOperation))
  for (const locked of unreferencedRows) await runDeletionHook(context, module, locked)
  return unreferencedRows.length
}

/**
 * Restores the values that rows had before the import. This is validated like any write: a row stays unchanged when, for
 * example, another row now has its unique value.
 * @returns the number of restored rows
 */
async function restoreChanged(
  context: WriteContext,
  { module }: ImportRequest,
  fileRows: FileRows,
  locked: readonly LockedRow[],
): Promise<number> {
  const { definition, hooks } = module
  const revisions = await readImportRevisions(context, definition.name, locked)
  const rows = []
  for (const lockedRow of locked) {
    const revision = revisions.get(lockedRow.row.id)
    const canRestoreAll = revision?.fields.every((key) => {
      const field = definition.fields[key]
      return field && isRevisionField(field)
    })
    // Restoring only some of the fields would create a row that never existed.
    if (!revision || !canRestoreAll) continue
    const [earlierRow] = await decodeRows(context, definition, [{ ...lockedRow.stored, ...revision.before }])
    const values = Object.fromEntries(revision.fields.map((key) => [key, earlierRow?.[key]]))
    // An undo has no lines, and nothing reports the number: a row with issues is left unchanged.
    rows.push({ line: 0, id: lockedRow.row.id, locked: lockedRow, values, issues: [] })
  }
  const lines = (await validateRows(context, module, rows, fileRows)).filter(
    ({ operation }) => operation !== 'bad',
  )
  const encoder = await createEncoder(context, definition)
  const writes = lines.flatMap(({ id, locked: row, validated }) =>
    validated ? [toRowWrite(encoder, { id, before: row?.stored, values: validated.values })] : [],
  )
  await storeRows(context.trx, definition, writes, toStoreOptions(context, undoOperation))
  for (const { validated } of lines) if (validated) await hooks?.follow?.(validated.hookContext)
  return lines.length
}

/** Prepares turning values of rows into columns. */
async function createEncoder(
  { secrets }: WriteContext,
  definition: ModuleDefinition,
): Promise<EncodingContext> {
  return { definition, derive: await prepareDerivation(definition), secrets }
}

/** Reads the revisions that the import added, by row id. */
async function readImportRevisions(
  { trx }: WriteContext,
  module: string,
  locked: readonly LockedRow[],
): Promise<Map<string, Pick<RowRevision, 'fields' | 'before'>>> {
  if (locked.length === 0) return new Map()
  const versions = new Map(locked.map(({ row }) => [row.id, row.version]))
  const rows = await trx
    .selectFrom('row_revisions')
    .select(['row_id', 'version', 'fields', 'before'])
    .where('module', '=', module)
    .where('deed', '=', importOperation)
    .where('row_id', 'in', [...versions.keys()])
    .execute()
  const importRevisions = rows.filter((row) => versions.get(row.row_id) === row.version)
  return new Map(
    importRevisions.map((row) => [
      row.row_id,
      {
        fields: JSON.parse(row.fields) as string[],
        before: JSON.parse(row.before) as RowRevision['before'],
      },
    ]),
  )
}
