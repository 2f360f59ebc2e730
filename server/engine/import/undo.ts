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
import { afterDeletion } from '../write/save-row.ts'
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

/** Operation in the history of rows that an undo restored or deleted. */
const undoOperation = 'import.undone'

/**
 * Undoes an import: deletes the rows that it created and restores those that it changed. A row that was changed since, or
 * that another row references, stays.
 * @throws HttpError `import.unknown_token` after 24 hours too, `import.over` when there is nothing to undo
 */
export async function undoImport(call: ImportRequest, token: string): Promise<UndoReport> {
  return retryOnConflict(() => call.deps.db.transaction((trx) => undoAll(call, trx, token)))
}

async function undoAll(call: ImportRequest, trx: Kysely<Tables>, token: string): Promise<UndoReport> {
  const { module, caller, origin } = call
  const { name } = module.definition
  await lockModule(trx, name)
  await bumpRevision(trx, name, toInstant(call.deps.now()))
  const { state } = await getImport(call, token, trx)
  if (state !== 'committed') throw createHttpError('import.over')
  const context = createWriteContext(call, trx)
  const others = createFileRows(trx, module)
  const done: UndoReport = { undone: 0, left: 0 }
  for await (const lines of readWritten(trx, token)) {
    call.signal.throwIfAborted()
    const locked = await findUnchanged(context, call, lines)
    const made = locked.filter(({ row }) => row.version === 1)
    const undone =
      (await deleteMade(context, call, made)) +
      (await restoreChanged(
        context,
        call,
        others,
        locked.filter(({ row }) => row.version > 1),
      ))
    done.undone += undone
    done.left += lines.length - undone
    await yieldToEventLoop()
  }
  await transitionImport(trx, token, { from: 'committed', to: 'undone' })
  const actorId = caller.kind === 'user' ? caller.id : null
  const entry = { at: context.now, actorId, action: 'import.undone', module: name, rowId: token }
  await appendAudit(trx, { ...entry, ...origin })
  return done
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

async function deleteMade(
  context: WriteContext,
  { module, deps }: ImportRequest,
  rows: readonly LockedRow[],
): Promise<number> {
  const { trx, now, caller } = context
  const { definition } = module
  const free: LockedRow[] = []
  for (const locked of rows) {
    const uses = await findReferencingModules({ trx, registry: deps.registry, caller }, module, locked.row.id)
    if (uses.length === 0) free.push(locked)
  }
  if (free.length === 0) return 0
  const encoder = await createEncoder(context, definition)
  const columns = { deleted_at: toInstant(now) }
  const writes = free.map(({ row, stored }) =>
    toRowWrite(encoder, { id: row.id, before: stored, values: {}, columns }),
  )
  await storeRows(trx, definition, writes, toStoreOptions(context, undoOperation))
  for (const locked of free) await afterDeletion(context, module, locked)
  return free.length
}

/** Restoring is validated like any write: a row stays as it is when another row has taken its unique value. */
async function restoreChanged(
  context: WriteContext,
  { module }: ImportRequest,
  others: FileRows,
  locked: readonly LockedRow[],
): Promise<number> {
  const { definition, hooks } = module
  const revisions = await readImported(context, definition.name, locked)
  const rows = []
  for (const one of locked) {
    const revision = revisions.get(one.row.id)
    const isWhole = revision?.fields.every((key) => {
      const field = definition.fields[key]
      return field && isRevisionField(field)
    })
    if (!revision || !isWhole) continue
    const [then] = await decodeRows(context, definition, [{ ...one.stored, ...revision.before }])
    const values = Object.fromEntries(revision.fields.map((key) => [key, then?.[key]]))
    rows.push({ line: 0, id: one.row.id, locked: one, values, problems: [] })
  }
  const lines = (await validateRows(context, module, rows, others)).filter(
    ({ operation }) => operation !== 'bad',
  )
  const encoder = await createEncoder(context, definition)
  const changed = lines.flatMap(({ id, locked: row, validated }) =>
    validated ? [toRowWrite(encoder, { id, before: row?.stored, values: validated.values })] : [],
  )
  await storeRows(context.trx, definition, changed, toStoreOptions(context, undoOperation))
  for (const { validated } of lines) if (validated) await hooks?.follow?.(validated.step)
  return lines.length
}

async function createEncoder(
  { secrets }: WriteContext,
  definition: ModuleDefinition,
): Promise<EncodingContext> {
  return { definition, derive: await prepareDerivation(definition), secrets }
}

/** The revisions that the import made of rows, by their ids. */
async function readImported(
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
  const own = rows.filter((row) => versions.get(row.row_id) === row.version)
  return new Map(
    own.map((row) => [
      row.row_id,
      {
        fields: JSON.parse(row.fields) as string[],
        before: JSON.parse(row.before) as RowRevision['before'],
      },
    ]),
  )
}
