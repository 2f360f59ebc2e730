import { type Kysely, sql } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpRevision } from '#server/db/bump-revision.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { createHttpError } from '#server/errors.ts'
import { lockModule } from '#server/engine/write/lock-row.ts'
import { defaultImportOptions } from './import-options.ts'
import { yieldToEventLoop, createWriteContext, type ImportRequest } from './import-deps.ts'
import {
  getImport,
  hashRows,
  undoTtlMs,
  transitionImport,
  readKnownRevisions,
  type ImportJob,
  importOperation,
  toStoreOptions,
} from './import-job.ts'
import { createTokenBinding } from './importable.ts'
import { prepareRevalidation, needsRevalidation } from './revalidate.ts'
import { storeRows } from '../write/store-rows.ts'
import { readStage, restage, type StagedLine } from './stage.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { toIds } from '#server/engine/write/related-rows.ts'

/** What was written. */
export interface CommitOutcome {
  report: ImportReport
  /** True when a message was queued, which is sent now. */
  hasMessage: boolean
}

/** Options that must equal those of the dry run when the commit repeats them. */
const boundOptions = ['file', 'mode', 'match', 'mapping', 'empty', 'encoding', 'separator', 'sheet'] as const

/**
 * Writes what a dry run checked, in one transaction: all of it or nothing. A repeated call with the same token gets the
 * same report.
 * @throws HttpError `import.unknown_token`, `import.other` when file, settings, definition or rights are not those of the dry
 * run, `import.bad_rows` when rows are bad that were not to be left out
 */
export async function commitImport(
  call: ImportRequest,
  token: string,
  body: ImportCheckBody,
): Promise<CommitOutcome> {
  const record = await getImport(call, token)
  if (record.state === 'committed' && record.report) return { report: record.report, hasMessage: false }
  await checkSameImport(call, record, body)
  const skipsBad = (body.on_error ?? record.input.body.on_error) === 'skip'
  return retryOnConflict(() => call.deps.db.transaction((trx) => writeAll(call, trx, token, skipsBad)))
}

async function checkSameImport(call: ImportRequest, record: ImportJob, body: ImportCheckBody): Promise<void> {
  const { caller, module, deps } = call
  const input: ImportCheckBody = { ...defaultImportOptions, ...record.input.body }
  const isOther = boundOptions.some(
    (key) => body[key] !== undefined && toCanonicalJson(body[key]) !== toCanonicalJson(input[key] ?? null),
  )
  const isOtherRows = body.rows !== undefined && hashRows(body.rows) !== record.input.rowsHash
  if (isOther || isOtherRows || record.binding !== createTokenBinding(caller, module, deps.registry))
    throw createHttpError('import.other')
  if (input.file === undefined) return
  const file = await deps.db.kysely
    .selectFrom('files')
    .select('sha256')
    .where('no', '=', input.file)
    .executeTakeFirst()
  if (file?.sha256 !== record.input.sha256) throw createHttpError('import.other')
}

async function writeAll(
  call: ImportRequest,
  trx: Kysely<Tables>,
  token: string,
  skipsBad: boolean,
): Promise<CommitOutcome> {
  const { module, deps } = call
  const { definition } = module
  await lockModule(trx, definition.name)
  // The server's own writes bump the revision too: from here on none of them commits before this transaction.
  await bumpRevision(trx, definition.name, toInstant(deps.now()))
  const record = await getImport(call, token, trx)
  if (record.state === 'committed' && record.report) return { report: record.report, hasMessage: false }
  if (record.state !== 'checked' || !record.report) throw createHttpError('import.over')
  await lockTargets(call, trx, token)
  const expiresAt = new Date(deps.now().getTime() + undoTtlMs)
  let hasMessage = false
  const context = createWriteContext(call, trx, () => {
    hasMessage = true
  })
  const report: ImportReport = {
    ...record.report,
    state: 'committed',
    expiresAt: toInstant(expiresAt),
    writtenAt: toInstant(context.now),
  }
  const isSure = !needsRevalidation(module) && (await isAsChecked(call, trx, record))
  const revalidation = isSure ? undefined : await prepareRevalidation(call, context, report.match)
  let bad = report.counts.bad
  if (bad > 0 && !skipsBad) throw createHttpError('import.bad_rows', { params: { count: bad } })
  let rows = 0
  const stage = { secrets: deps.secrets, definition, importId: token }
  const options = toStoreOptions(context, importOperation)
  for await (const staged of readStage(trx, stage)) {
    call.signal.throwIfAborted()
    const lines = revalidation ? await revalidation.lines(staged) : staged
    bad += lines.filter(
      (line, index) => line.operation === 'bad' && staged[index]?.operation !== 'bad',
    ).length
    if (bad > 0 && !skipsBad) throw createHttpError('import.bad_rows', { params: { count: bad } })
    await storeRows(trx, definition, writesOf(lines), options)
    if (revalidation) await restage(trx, token, staged, lines)
    await revalidation?.follow()
    rows += staged.length
    call.report({ step: 'writing', rows, total: report.counts.rows })
    await yieldToEventLoop()
  }
  const counts = revalidation ? { ...revalidation.counts(), bad, rows } : report.counts
  const committed = { ...report, counts }
  await transitionImport(trx, token, { from: 'checked', to: 'committed' }, { report: committed, expiresAt })
  await noteImport(call, trx, committed)
  return { report: committed, hasMessage }
}

/** True when no module that the dry run read has changed since, except by the bump of this commit itself. */
async function isAsChecked(
  call: ImportRequest,
  trx: Kysely<Tables>,
  { revisions }: ImportJob,
): Promise<boolean> {
  const { name } = call.module.definition
  const now = await readKnownRevisions(call, trx)
  return Object.entries(revisions).every(
    ([module, revision]) => now[module] === (module === name ? revision + 1 : revision),
  )
}

async function noteImport(
  { module, deps, caller, origin }: ImportRequest,
  trx: Kysely<Tables>,
  { token, columns, counts }: ImportReport,
): Promise<void> {
  await appendAudit(trx, {
    at: deps.now(),
    actorId: caller.kind === 'user' ? caller.id : null,
    action: 'import',
    module: module.definition.name,
    rowId: token,
    fields: columns.flatMap(({ path }) => path ?? []),
    rowCount: counts.created + counts.updated,
    ...origin,
  })
}

function writesOf(lines: readonly StagedLine[]) {
  return lines.flatMap(({ write }) => write ?? [])
}

/** Rows that one statement locks. */
const atOnce = 1000

/**
 * Locks the rows of other modules that the lines reference until the transaction ends, as a single write does, so that no
 * transaction deletes a row while it is being referenced. An earlier deletion shows in the revisions.
 */
export async function lockTargets(
  { module, deps }: ImportRequest,
  trx: Kysely<Tables>,
  token: string,
): Promise<void> {
  const { definition } = module
  const relations = Object.entries(definition.fields).flatMap(([key, { relation }]) =>
    relation ? [{ key, target: relation.module }] : [],
  )
  if (relations.length === 0 || !isPostgres(moduleTables(trx))) return
  const named = new Map(relations.map(({ target }) => [target, new Set<string>()]))
  const stage = { secrets: deps.secrets, definition, importId: token }
  for await (const lines of readStage(trx, stage))
    for (const { values } of lines)
      for (const { key, target } of relations) for (const id of toIds(values[key])) named.get(target)?.add(id)
  for (const [target, ids] of named) await lockRowsForShare(trx, target, [...ids].toSorted())
}

async function lockRowsForShare(trx: Kysely<Tables>, table: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = sql.join(ids.slice(from, from + atOnce))
    await sql`select "id" from ${sql.id(table)} where "id" in (${part}) order by "id" for share`.execute(trx)
  }
}
