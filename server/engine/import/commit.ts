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
import { readStage, updateStage, type StagedLine } from './stage.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { toIds } from '#server/engine/write/related-rows.ts'

/** The result of a commit. */
export interface CommitResult {
  report: ImportReport
  /** True when a message was queued, so that the message worker must be woken. */
  hasMessage: boolean
}

/** Options that a commit may repeat; their values must then equal those of the dry run. Only `on_error` may change. */
const fixedOptions = ['file', 'mode', 'match', 'mapping', 'empty', 'encoding', 'separator', 'sheet'] as const

/**
 * Writes the rows that a dry run checked, in one transaction. A repeated request with the same token gets the same report.
 * @throws HttpError `import.unknown_token`; `import.other` when file, options, definition or permissions differ from those of
 * the dry run; `import.bad_rows` when rows are invalid and the options do not skip them
 */
export async function commitImport(
  request: ImportRequest,
  token: string,
  body: ImportCheckBody,
): Promise<CommitResult> {
  const job = await getImport(request, token)
  if (job.state === 'committed' && job.report) return { report: job.report, hasMessage: false }
  await checkSameImport(request, job, body)
  const skipsBad = (body.on_error ?? job.input.body.on_error) === 'skip'
  return retryOnConflict(() => request.deps.db.transaction((trx) => writeAll(request, trx, token, skipsBad)))
}

/** Checks that a commit has the file, options, definition and permissions of the dry run. @throws HttpError `import.other` */
async function checkSameImport(request: ImportRequest, job: ImportJob, body: ImportCheckBody): Promise<void> {
  const { caller, module, deps } = request
  const input: ImportCheckBody = { ...defaultImportOptions, ...job.input.body }
  const areOptionsDifferent = fixedOptions.some(
    (key) => body[key] !== undefined && toCanonicalJson(body[key]) !== toCanonicalJson(input[key] ?? null),
  )
  const areRowsDifferent = body.rows !== undefined && hashRows(body.rows) !== job.input.rowsHash
  if (
    areOptionsDifferent ||
    areRowsDifferent ||
    job.binding !== createTokenBinding(caller, module, deps.registry)
  )
    throw createHttpError('import.other')
  if (input.file === undefined) return
  const file = await deps.db.kysely
    .selectFrom('files')
    .select('sha256')
    .where('no', '=', input.file)
    .executeTakeFirst()
  if (file?.sha256 !== job.input.sha256) throw createHttpError('import.other')
}

/** Writes all valid lines in a transaction, after checking again those that may be invalid by now. */
async function writeAll(
  request: ImportRequest,
  trx: Kysely<Tables>,
  token: string,
  skipsBad: boolean,
): Promise<CommitResult> {
  const { module, deps } = request
  const { definition } = module
  await lockModule(trx, definition.name)
  // Writes of the server itself take no module lock but bump the revision: now none of them commits before this transaction.
  await bumpRevision(trx, definition.name, toInstant(deps.now()))
  const job = await getImport(request, token, trx)
  if (job.state === 'committed' && job.report) return { report: job.report, hasMessage: false }
  if (job.state !== 'checked' || !job.report) throw createHttpError('import.over')
  await lockReferencedRows(request, trx, token)
  const expiresAt = new Date(deps.now().getTime() + undoTtlMs)
  let hasMessage = false
  const context = createWriteContext(request, trx, () => {
    hasMessage = true
  })
  const report: ImportReport = {
    ...job.report,
    state: 'committed',
    expiresAt: toInstant(expiresAt),
    writtenAt: toInstant(context.now),
  }
  const isDryRunCurrent = !needsRevalidation(module) && (await areRevisionsCurrent(request, trx, job))
  const revalidation = isDryRunCurrent ? undefined : await prepareRevalidation(request, context, report.match)
  let badCount = report.counts.bad
  if (badCount > 0 && !skipsBad) throw createHttpError('import.bad_rows', { params: { count: badCount } })
  let rowCount = 0
  const stage = { secrets: deps.secrets, definition, importId: token }
  const options = toStoreOptions(context, importOperation)
  for await (const stagedLines of readStage(trx, stage)) {
    request.signal.throwIfAborted()
    const lines = revalidation ? await revalidation.lines(stagedLines) : stagedLines
    // Lines that became invalid since the dry run.
    badCount += lines.filter(
      (line, index) => line.operation === 'bad' && stagedLines[index]?.operation !== 'bad',
    ).length
    if (badCount > 0 && !skipsBad) throw createHttpError('import.bad_rows', { params: { count: badCount } })
    await storeRows(trx, definition, listWrites(lines), options)
    if (revalidation) await updateStage(trx, token, stagedLines, lines)
    await revalidation?.follow()
    rowCount += stagedLines.length
    request.report({ step: 'writing', rows: rowCount, total: report.counts.rows })
    await yieldToEventLoop()
  }
  const counts = revalidation ? { ...revalidation.counts(), bad: badCount, rows: rowCount } : report.counts
  const committedReport = { ...report, counts }
  await transitionImport(
    trx,
    token,
    { from: 'checked', to: 'committed' },
    { report: committedReport, expiresAt },
  )
  await auditImport(request, trx, committedReport)
  return { report: committedReport, hasMessage }
}

/** True when the revisions of the dry run are still current. Its own module's is one higher, by the bump of this commit. */
async function areRevisionsCurrent(
  request: ImportRequest,
  trx: Kysely<Tables>,
  { revisions }: ImportJob,
): Promise<boolean> {
  const { name } = request.module.definition
  const currentRevisions = await readKnownRevisions(request, trx)
  return Object.entries(revisions).every(
    ([module, revision]) => currentRevisions[module] === (module === name ? revision + 1 : revision),
  )
}

/** Appends one audit entry for all rows of the import. */
async function auditImport(
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

function listWrites(lines: readonly StagedLine[]) {
  return lines.flatMap(({ write }) => write ?? [])
}

/** Rows per locking statement, whose ids are parameters. */
const rowsPerStatement = 1000

/**
 * Locks the rows of other modules that the lines reference until the transaction ends, so that no transaction deletes a row
 * while it is being referenced. A row that was deleted earlier shows as a changed revision of its module.
 */
export async function lockReferencedRows(
  { module, deps }: ImportRequest,
  trx: Kysely<Tables>,
  token: string,
): Promise<void> {
  const { definition } = module
  const relations = Object.entries(definition.fields).flatMap(([key, { relation }]) =>
    relation ? [{ key, target: relation.module }] : [],
  )
  if (relations.length === 0 || !isPostgres(moduleTables(trx))) return
  const idsByModule = new Map(relations.map(({ target }) => [target, new Set<string>()]))
  const stage = { secrets: deps.secrets, definition, importId: token }
  for await (const lines of readStage(trx, stage))
    for (const { values } of lines)
      for (const { key, target } of relations)
        for (const id of toIds(values[key])) idsByModule.get(target)?.add(id)
  for (const [target, ids] of idsByModule) await lockRowsForShare(trx, target, [...ids].toSorted())
}

/** Locks rows against deletion. All imports lock in the order of the ids, so that they do not deadlock. */
async function lockRowsForShare(trx: Kysely<Tables>, table: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsPerStatement) {
    const idList = sql.join(ids.slice(from, from + rowsPerStatement))
    await sql`select "id" from ${sql.id(table)} where "id" in (${idList}) order by "id" for share`.execute(
      trx,
    )
  }
}
