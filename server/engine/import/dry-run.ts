import { toInstant } from '#contract/time.ts'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import { prepareDerivation, type DeriveColumns } from '#server/engine/field-types/derived-columns.ts'
import { openLines, type FileSource, type ImportLines, createInlineLines } from './file-lines.ts'
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
import { collectFindings, type Findings, toStagedIssue, type FoundLine } from './report.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { InputRow } from './input-row.ts'
import { validateRows, type ValidatedLine } from './validate-rows.ts'
import { toRowWrite } from '../write/store-rows.ts'
import { stageLines, type StagedLine } from './stage.ts'

/** What a dry run reads: a file that was stored, with its hash, or rows that were sent. */
export type ImportInput =
  | { file: FileSource & { sha256: string; name?: string } }
  | { rows: NonNullable<ImportCheckBody['rows']> }

/**
 * Reads all lines of an import, validates them like single writes, and stores what would be written. No row of the module
 * changes.
 * @returns counts, a sample, issues, and the token for the commit
 * @throws HttpError when the file cannot be read or an option is not allowed
 */
export async function checkImport(
  call: ImportRequest,
  body: ImportCheckBody,
  input: ImportInput,
): Promise<ImportReport> {
  const lines =
    'rows' in input ? createInlineLines(call, input.rows) : await openLines(call, input.file, body)
  const importId = call.deps.newRowId()
  try {
    const resolved = resolveOptions(body, call.caller, call.module, lines.paths)
    const { rows, ...options } = body
    const revisions = await readKnownRevisions(call)
    await insertImport(
      call,
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
    const findings = collectFindings(call.module, lines, call.locale)
    const context = createWriteContext(call, call.deps.db.kysely)
    await checkLines(lines, {
      call,
      context,
      derive: await prepareDerivation(call.module.definition),
      matchRows: createRowMatcher(call.module, resolved),
      others: createFileRows(context.trx, call.module),
      findings,
      importId,
    })
    const fileName = 'file' in input ? input.file.name : undefined
    const report = toReport(call, lines, resolved, { token: importId, findings, fileName })
    await transitionImport(call.deps.db.kysely, importId, { from: 'reading', to: 'checked' }, { report })
    return report
  } catch (error) {
    await deleteImport(call.deps.db.kysely, importId)
    throw error
  } finally {
    await lines.close()
  }
}

/** A dry run that has read all lines. */
interface CheckedImport {
  token: string
  findings: Findings
  /** Absent when rows were sent instead of a file. */
  fileName: string | undefined
}

function toReport(
  { deps, module, caller, locale }: ImportRequest,
  { reading, columns, notes }: ImportLines,
  { mode, onError, match }: ImportOptions,
  { token, findings: { counts, summary: told }, fileName }: CheckedImport,
): ImportReport {
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
    ...told,
    notes: [...notes(), ...(isAllNew ? [{ key: 'import.all_new', params: {} }] : [])].map(
      ({ key, params }) => ({
        key,
        text: errorText(key, locale, params),
      }),
    ),
  }
}

/**
 * Lines that are checked together: what belongs to them goes before V8's young generation is looked at twice. With 50 of them the
 * server's memory grew by 230 MB over 50,000 lines, with 10 by 100.
 */
const atOnce = 10

/** What the lines of one dry run are worked on with. */
export interface CheckDeps {
  call: ImportRequest
  context: WriteContext
  derive: DeriveColumns
  matchRows: RowMatcher
  others: FileRows
  findings: Findings
  importId: string
}

/** Checks all lines and notes what would be written. */
export async function checkLines(lines: ImportLines, work: CheckDeps): Promise<void> {
  const { call, findings } = work
  for await (const batch of lines.batches) {
    // One transaction of some 50 ms: each of them waits for the disk once.
    await call.deps.db.transaction((trx) => stageBatch(trx, batch, work))
    call.report({ step: 'checking', rows: findings.counts.rows })
    await yieldToEventLoop()
  }
}

async function stageBatch(trx: Kysely<Tables>, batch: readonly InputRow[], work: CheckDeps): Promise<void> {
  const { call, importId } = work
  for (let from = 0; from < batch.length; from += atOnce) {
    call.signal.throwIfAborted()
    const staged = await checkBatch(batch.slice(from, from + atOnce), work)
    const stage = { secrets: call.deps.secrets, definition: call.module.definition, importId }
    await stageLines(trx, stage, staged)
  }
}

async function checkBatch(batch: readonly InputRow[], work: CheckDeps): Promise<StagedLine[]> {
  const { call, context, matchRows: meet, others, findings } = work
  const { matched, unmatched } = await meet(context, batch)
  const validated = new Map<number, FoundLine & Partial<ValidatedLine>>()
  for (const line of await validateRows(context, call.module, matched, others)) validated.set(line.line, line)
  for (const line of unmatched) validated.set(line.line, { ...line, operation: 'bad' })
  return batch.flatMap((given) => {
    const line = validated.get(given.line)
    if (!line) return []
    findings.add(line, given)
    return [toStaged(work, line)]
  })
}

/** A line as it waits for its commit. */
export function toStaged(
  { call, context, derive }: Pick<CheckDeps, 'call' | 'context' | 'derive'>,
  { line, operation, problems, id, locked, values = {}, validated }: FoundLine & Partial<ValidatedLine>,
): StagedLine {
  const isWritten =
    (operation === 'create' || operation === 'update') && id !== undefined && validated !== undefined
  const write = isWritten
    ? toRowWrite(
        { definition: call.module.definition, derive, secrets: context.secrets },
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
    faults: problems.map((problem) => toStagedIssue(call.module, call.locale, problem)),
  }
}
