import type { Kysely } from 'kysely'
import type { UndoReport } from '#contract/transfer.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpRevision } from '#server/db/bump-revision.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { insertMany } from '#server/db/prepared-query.ts'
import { createHttpError } from '#server/errors.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { findReferencingModules } from '../write/find-references.ts'
import type { LockedRow } from '../write/lock-row.ts'
import { isRevisionField, type RowRevision } from '../write/row-revisions.ts'
import { afterDeletion } from '../write/save-row.ts'
import { toRows } from '../write/lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { lockModule } from '../write/module-lock.ts'
import { fileRows, type FileRows } from './file-rows.ts'
import { yieldToEventLoop, createWriteContext, type ImportRequest } from './import-deps.ts'
import { getImport, transitionImport } from './import-job.ts'
import { validateRows } from './validate-rows.ts'
import { findByIds } from './match-rows.ts'
import { importOperation, writeImportRows, toRowWrite } from './row-write.ts'
import { readWritten, type WrittenLine } from './stage.ts'

/** Deed in the history of rows that came back to what they were before an import. */
const undoDeed = 'import.undone'

/**
 * Takes an import back: the rows that it made go, those that it changed are as they were. A row that somebody changed
 * since, or names, is left alone.
 * @throws Refusal `import.unknown_token` after 24 hours too, `import.over` when there is nothing to take back
 */
export async function undoImport(call: ImportRequest, token: string): Promise<UndoReport> {
  return retryOnConflict(() => call.parts.db.transaction((trx) => undoAll(call, trx, token)))
}

async function undoAll(call: ImportRequest, trx: Kysely<Tables>, token: string): Promise<UndoReport> {
  const { module, caller, origin } = call
  const { name } = module.definition
  await lockModule(trx, name)
  await bumpRevision(trx, name, toInstant(call.parts.now()))
  const { state } = await getImport(call, token, trx)
  if (state !== 'committed') throw createHttpError('import.over')
  const context = createWriteContext(call, trx)
  const others = fileRows(trx, module)
  const done: UndoReport = { undone: 0, left: 0 }
  for await (const lines of readWritten(trx, token)) {
    call.signal.throwIfAborted()
    const held = await findUnchanged(context, call, lines)
    const made = held.filter(({ row }) => row.version === 1)
    const undone =
      (await deleteMade(context, call, made)) +
      (await restoreChanged(
        context,
        call,
        others,
        held.filter(({ row }) => row.version > 1),
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

/** Those of the rows that are as the import left them, and may be written. */
async function findUnchanged(
  context: WriteContext,
  { module }: ImportRequest,
  lines: readonly WrittenLine[],
): Promise<LockedRow[]> {
  const held = await findByIds(
    context,
    module,
    lines.map(({ id }) => id),
  )
  return lines.flatMap(({ id, version }) => {
    const row = held.get(id)
    return row?.isEditable && row.row.version === version ? [row] : []
  })
}

async function deleteMade(
  context: WriteContext,
  { module, parts }: ImportRequest,
  rows: readonly LockedRow[],
): Promise<number> {
  const { trx, now, caller } = context
  const { name } = module.definition
  const free: LockedRow[] = []
  for (const held of rows) {
    const uses = await findReferencingModules({ trx, registry: parts.registry, caller }, module, held.row.id)
    if (uses.length === 0) free.push(held)
  }
  if (free.length === 0) return 0
  const at = toInstant(now)
  await moduleTables(trx)
    .updateTable(name)
    .set((eb) => ({ deleted_at: at, updated_at: at, version: eb('version', '+', 1) }))
    .where(
      'id',
      'in',
      free.map(({ row }) => row.id),
    )
    .execute()
  const actor = caller.kind === 'user' ? caller.id : null
  const columns = ['module', 'row_id', 'version', 'at', 'actor_id', 'deed', 'fields', 'before']
  const revisions = free.map(({ row }) => [name, row.id, row.version + 1, at, actor, undoDeed, '[]', '{}'])
  await insertMany(trx, { table: 'row_revisions', columns }, revisions)
  for (const held of free) await afterDeletion(context, module, held)
  return free.length
}

/** What the import changed is a write like any other, so that a value which is taken meanwhile stays where it is. */
async function restoreChanged(
  context: WriteContext,
  { module }: ImportRequest,
  others: FileRows,
  held: readonly LockedRow[],
): Promise<number> {
  const { definition, hooks } = module
  const revisions = await readImported(context, definition.name, held)
  const rows = []
  for (const one of held) {
    const revision = revisions.get(one.row.id)
    const isWhole = revision?.fields.every((key) => {
      const field = definition.fields[key]
      return field && isRevisionField(field)
    })
    if (!revision || !isWhole) continue
    const [then] = await toRows(context, definition, [{ ...one.stored, ...revision.before }])
    const values = Object.fromEntries(revision.fields.map((key) => [key, then?.[key]]))
    rows.push({ line: 0, id: one.row.id, held: one, values, problems: [] })
  }
  const lines = (await validateRows(context, module, rows, others)).filter(({ deed }) => deed !== 'bad')
  const derive = await prepareDerivation(definition)
  const changed = lines.flatMap(({ id, held: row, judged }) =>
    judged
      ? [toRowWrite(context, definition, derive, { id, stored: row?.stored, values: judged.values })]
      : [],
  )
  await writeImportRows(context, definition, undoDeed, changed)
  for (const { judged } of lines) if (judged) await hooks?.follow?.(judged.step)
  return lines.length
}

/** The revisions that the import made of rows, by their ids. */
async function readImported(
  { trx }: WriteContext,
  module: string,
  held: readonly LockedRow[],
): Promise<Map<string, Pick<RowRevision, 'fields' | 'before'>>> {
  if (held.length === 0) return new Map()
  const versions = new Map(held.map(({ row }) => [row.id, row.version]))
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
