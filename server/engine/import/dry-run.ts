import { toInstant } from '#contract/time.ts'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import { prepareDerivation, type DeriveColumns } from '#server/engine/field-types/derived-columns.ts'
import { openLines, type ImportFile, type ImportLines, createInlineLines } from './file-lines.ts'
import { createFileRows, type FileRows } from './file-rows.ts'
import { resolveOptions, type ImportOptions } from './import-options.ts'
import { createWriteContext, type ImportRequest, yieldToEventLoop } from './import-deps.ts'
import {
  deleteImport,
  hashRows,
  insertImport,
  checkedTtlMs,
  transitionImport,
  readKnownRevisions,
} from './import-job.ts'
import { listFillablePaths } from './importable.ts'
import { createRowMatcher, type RowMatcher } from './match-rows.ts'
import { createReportCollector, type ReportCollector, toStagedIssue, type CheckedLine } from './report.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { InputRow } from './input-row.ts'
import { validateRows, type ValidatedLine } from './validate-rows.ts'
import { toRowWrite } from '../write/store-rows.ts'
import { stageLines, type StagedLine } from './stage.ts'

/** Input of a dry run: an uploaded file with its hash, or rows of the request body. */
export type ImportInput =
  | { file: ImportFile & { sha256: string; name?: string } }
  | { rows: NonNullable<ImportCheckBody['rows']> }

/**
 * Reads all lines of an import, validates them like single writes, and stores the resulting writes for the commit. No row of
 * the module changes.
 * @returns counts, a sample, issues, and the token for the commit
 * @throws HttpError when the file cannot be read or an option is not allowed
 */
export async function checkImport(
  request: ImportRequest,
  body: ImportCheckBody,
  input: ImportInput,
): Promise<ImportReport> {
  const lines =
    'rows' in input ? createInlineLines(request, input.rows) : await openLines(request, input.file, body)
  const importId = request.deps.newRowId()
  try {
    const resolvedOptions = resolveOptions(body, request.caller, request.module, lines.paths)
    const { rows, ...options } = body
    const revisions = await readKnownRevisions(request)
    // Before the lines are checked: the staged lines reference the import.
    await insertImport(
      request,
      importId,
      {
        body: options,
        ...('file' in input && { sha256: input.file.sha256 }),
        ...(rows && { rowsHash: hashRows(rows) }),
        ...(lines.format && { format: lines.format }),
        ...(lines.reading && { headerLine: lines.reading.headerLine }),
      },
      revisions,
    )
    const collector = createReportCollector(request.module, lines, request.locale)
    const context = createWriteContext(request, request.deps.db.kysely)
    await checkLines(lines, {
      request,
      context,
      derive: await prepareDerivation(request.module.definition),
      matchRows: createRowMatcher(request.module, resolvedOptions),
      fileRows: createFileRows(context.trx, request.module),
      collector,
      importId,
    })
    const fileName = 'file' in input ? input.file.name : undefined
    const report = toReport(request, lines, resolvedOptions, { token: importId, collector, fileName })
    await transitionImport(request.deps.db.kysely, importId, { from: 'reading', to: 'checked' }, { report })
    return report
  } catch (error) {
    await deleteImport(request.deps.db.kysely, importId)
    throw error
  } finally {
    await lines.close()
  }
}

/** A dry run that has read all lines. */
interface CheckedImport {
  /** Id of the import. */
  token: string
  collector: ReportCollector
  /** Undefined when the request has rows instead of a file. */
  fileName: string | undefined
}

/** Creates the report of a dry run for its response and for the import's row in the database. */
function toReport(
  { deps, module, caller, locale }: ImportRequest,
  { reading, columns, notes }: ImportLines,
  { mode, onError, match }: ImportOptions,
  { token, collector: { counts, summary }, fileName }: CheckedImport,
): ImportReport {
  // Worth a note unless the user asked for new rows only: a second import of the file would create the rows again.
  const isAllNew = match.length === 0 && mode !== 'create'
  return {
    token,
    state: 'checked',
    expiresAt: toInstant(new Date(deps.now().getTime() + checkedTtlMs)),
    mode,
    onError,
    counts,
    ...(reading && { reading }),
    columns,
    ...(fileName !== undefined && { fileName }),
    paths: listFillablePaths(caller, module),
    match: match.map(({ path }) => path),
    ...summary,
    notes: [...notes(), ...(isAllNew ? [{ key: 'import.all_new', params: {} }] : [])].map(
      ({ key, params }) => ({
        key,
        text: errorText(key, locale, params),
      }),
    ),
  }
}

/**
 * Lines that are checked together: few enough that the garbage collector frees their objects early. With 50 lines the server's
 * memory grew by 230 MB over 50,000 lines, with 10 lines by 100 MB.
 */
const linesPerCheck = 10

/** Dependencies of checking the lines of one dry run. */
export interface CheckDeps {
  request: ImportRequest
  /** Reads outside the transactions of the batches: no row of the module is written or locked. */
  context: WriteContext
  derive: DeriveColumns
  matchRows: RowMatcher
  /** The rows of the lines checked so far. */
  fileRows: FileRows
  collector: ReportCollector
  /** Id of the import, which is its token. */
  importId: string
}

/** Checks all lines and stores the resulting writes. */
export async function checkLines(lines: ImportLines, checkDeps: CheckDeps): Promise<void> {
  const { request, collector } = checkDeps
  for await (const batch of lines.batches) {
    // One transaction per batch, of some 50 ms, because each transaction waits for the disk once.
    await request.deps.db.transaction((trx) => stageBatch(trx, batch, checkDeps))
    request.report({ step: 'checking', rows: collector.counts.rows })
    await yieldToEventLoop()
  }
}

/** Checks the lines of a batch and stores their results in its transaction. */
async function stageBatch(
  trx: Kysely<Tables>,
  batch: readonly InputRow[],
  checkDeps: CheckDeps,
): Promise<void> {
  const { request, importId } = checkDeps
  for (let from = 0; from < batch.length; from += linesPerCheck) {
    request.signal.throwIfAborted()
    const staged = await checkBatch(batch.slice(from, from + linesPerCheck), checkDeps)
    const stage = { secrets: request.deps.secrets, definition: request.module.definition, importId }
    await stageLines(trx, stage, staged)
  }
}

/** Matches lines to rows and validates them; the report collects the results. */
async function checkBatch(batch: readonly InputRow[], checkDeps: CheckDeps): Promise<StagedLine[]> {
  const { request, context, matchRows, fileRows, collector } = checkDeps
  const { matched, unmatched } = await matchRows(context, batch)
  const validated = new Map<number, CheckedLine & Partial<ValidatedLine>>()
  for (const line of await validateRows(context, request.module, matched, fileRows))
    validated.set(line.line, line)
  for (const line of unmatched) validated.set(line.line, { ...line, operation: 'bad' })
  return batch.flatMap((inputRow) => {
    const line = validated.get(inputRow.line)
    // Cannot happen, as each line is matched or unmatched; for the compiler.
    if (!line) return []
    collector.add(line, inputRow)
    return [toStagedLine(checkDeps, line)]
  })
}

/** Converts a checked line to the form in which it is stored until the commit. */
export function toStagedLine(
  { request, context, derive }: Pick<CheckDeps, 'request' | 'context' | 'derive'>,
  { line, operation, issues, id, locked, values = {}, validated }: CheckedLine & Partial<ValidatedLine>,
): StagedLine {
  const isWritten =
    (operation === 'create' || operation === 'update') && id !== undefined && validated !== undefined
  const write = isWritten
    ? toRowWrite(
        { definition: request.module.definition, derive, secrets: context.secrets },
        { id, before: locked?.stored, values: validated.values },
      )
    : undefined
  const version = write?.version ?? (operation === 'unchanged' ? locked?.row.version : undefined)
  return {
    line,
    operation,
    id,
    ...(version !== undefined && { version }),
    values,
    ...(write && { write }),
    issues: issues.map((issue) => toStagedIssue(request.module, request.locale, issue)),
  }
}
