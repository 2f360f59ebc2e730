import type { Kysely } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { bumpRevision } from '#server/db/bump-revision.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { createHttpError } from '#server/errors.ts'
import { lockModule } from '../write/module-lock.ts'
import { defaultImportOptions } from './import-options.ts'
import { yieldToEventLoop, createWriteContext, type ImportRequest } from './import-deps.ts'
import {
  getImport,
  hashRows,
  undoTtlMs,
  transitionImport,
  readKnownRevisions,
  type ImportJob,
} from './import-job.ts'
import { createTokenBinding } from './importable.ts'
import { prepareRevalidation, needsRevalidation } from './revalidate.ts'
import { lockTargets } from './lock-targets.ts'
import { importOperation, writeImportRows } from './row-write.ts'
import { readStage, restage, type StagedLine } from './stage.ts'

/** What was written. */
export interface CommitOutcome {
  report: ImportReport
  /** A message was entrusted, which goes out now. */
  hasMessage: boolean
}

/** Parts of the body that must be what the dry run was of, when they are repeated. */
const bound = ['file', 'mode', 'match', 'mapping', 'empty', 'encoding', 'separator', 'sheet'] as const

/**
 * Writes what a dry run told, in one transaction: all of it or nothing. A token is good once; whoever sends it again gets
 * the same answer.
 * @throws Refusal `import.unknown_token`, `import.other` when file, settings, definition or rights are not those of the dry
 * run, `import.bad_rows` when rows are bad that were not to be left out
 */
export async function commitImport(
  call: ImportRequest,
  token: string,
  body: ImportCheckBody,
): Promise<CommitOutcome> {
  const record = await getImport(call, token)
  if (record.state === 'committed' && record.report) return { report: record.report, hasMessage: false }
  await refuseOther(call, record, body)
  const skipsBad = (body.on_error ?? record.asked.body.on_error) === 'skip'
  return retryOnConflict(() => call.parts.db.transaction((trx) => writeAll(call, trx, token, skipsBad)))
}

async function refuseOther(call: ImportRequest, record: ImportJob, body: ImportCheckBody): Promise<void> {
  const { caller, module, parts } = call
  const asked: ImportCheckBody = { ...defaultImportOptions, ...record.asked.body }
  const isOther = bound.some(
    (key) => body[key] !== undefined && toCanonicalJson(body[key]) !== toCanonicalJson(asked[key] ?? null),
  )
  const isOtherRows = body.rows !== undefined && hashRows(body.rows) !== record.asked.rowsHash
  if (isOther || isOtherRows || record.binding !== createTokenBinding(caller, module, parts.registry))
    throw createHttpError('import.other')
  if (asked.file === undefined) return
  const file = await parts.db.kysely
    .selectFrom('files')
    .select('sha256')
    .where('no', '=', asked.file)
    .executeTakeFirst()
  if (file?.sha256 !== record.asked.sha256) throw createHttpError('import.other')
}

async function writeAll(
  call: ImportRequest,
  trx: Kysely<Tables>,
  token: string,
  skipsBad: boolean,
): Promise<CommitOutcome> {
  const { module, parts } = call
  const { definition } = module
  await lockModule(trx, definition.name)
  // The server's own doings count the revision too: from here on none of them is committed before this one.
  await bumpRevision(trx, definition.name, toInstant(parts.now()))
  const record = await getImport(call, token, trx)
  if (record.state === 'committed' && record.report) return { report: record.report, hasMessage: false }
  if (record.state !== 'checked' || !record.report) throw createHttpError('import.over')
  await lockTargets(call, trx, token)
  const expiresAt = new Date(parts.now().getTime() + undoTtlMs)
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
  const judge = isSure ? undefined : await prepareRevalidation(call, context, report.match)
  let bad = report.counts.bad
  if (bad > 0 && !skipsBad) throw createHttpError('import.bad_rows', { params: { count: bad } })
  let rows = 0
  const stage = { secrets: parts.secrets, definition, importId: token }
  for await (const staged of readStage(trx, stage)) {
    call.signal.throwIfAborted()
    const lines = judge ? await judge.lines(staged) : staged
    bad += lines.filter((line, index) => line.deed === 'bad' && staged[index]?.deed !== 'bad').length
    if (bad > 0 && !skipsBad) throw createHttpError('import.bad_rows', { params: { count: bad } })
    await writeImportRows(context, definition, importOperation, writesOf(lines))
    if (judge) await restage(trx, token, staged, lines)
    await judge?.follow()
    rows += staged.length
    call.report({ step: 'writing', rows, total: report.counts.rows })
    await yieldToEventLoop()
  }
  const counts = judge ? { ...judge.counts(), bad, rows } : report.counts
  const committed = { ...report, counts }
  await transitionImport(trx, token, { from: 'checked', to: 'committed' }, { report: committed, expiresAt })
  await noteImport(call, trx, committed)
  return { report: committed, hasMessage }
}

/** True when nothing was written since the dry run of what it looked at, but the count of this commit itself. */
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
  { module, parts, caller, origin }: ImportRequest,
  trx: Kysely<Tables>,
  { token, columns, counts }: ImportReport,
): Promise<void> {
  await appendAudit(trx, {
    at: parts.now(),
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
