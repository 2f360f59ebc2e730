import type { Kysely } from 'kysely'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import type { Tables } from '#server/db/client.ts'
import { errorText } from '#server/http/error-texts.ts'
import { prepareDerivation, type DeriveColumns } from '../computed.ts'
import { isRequired } from './required.ts'
import type { WriteContext } from '../write/write-context.ts'
import { openLines, type FileSource, type ImportLines } from './file-lines.ts'
import { fileRows, type FileRows } from './file-rows.ts'
import type { GivenRow } from './given-row.ts'
import { resolveOptions, type ImportOptions } from './import-options.ts'
import { giveWay, writeContext, type ImportCall } from './import-parts.ts'
import {
  dropImport,
  hashRows,
  insertImport,
  keepCheckedMs,
  leadImport,
  readKnownRevisions,
} from './import-record.ts'
import { importColumns } from './importable.ts'
import { judgeRows, type JudgedLine } from './judge-rows.ts'
import { meetRows, type MeetRows } from './meet-rows.ts'
import { collectFindings, toStagedFault, type Findings, type FoundLine } from './report.ts'
import { toRowWrite } from './row-write.ts'
import { sentLines } from './sent-lines.ts'
import { stageLines, type StagedLine } from './stage.ts'

/** What a dry run reads: a file that was stored, with its hash, or rows that were sent. */
export type ImportInput =
  | { file: FileSource & { sha256: string } }
  | { rows: NonNullable<ImportCheckBody['rows']> }

/**
 * Lines that are checked together: what belongs to them goes before V8's young generation is looked at twice. With 50 of them the
 * server's memory grew by 230 MB over 50,000 lines, with 10 by 100.
 */
const atOnce = 10

/** What the lines of one dry run are worked on with. */
interface Work {
  call: ImportCall
  context: WriteContext
  derive: DeriveColumns
  meet: MeetRows
  others: FileRows
  findings: Findings
  importId: string
}

/**
 * Reads all of an import, holds it against everything that is asked of a write, and notes what would be written. Nothing
 * of the module changes.
 * @returns counts, a sample, faults, and the token that carries it out
 * @throws Refusal for what cannot be read or must not be asked
 */
export async function checkImport(
  call: ImportCall,
  body: ImportCheckBody,
  input: ImportInput,
): Promise<ImportReport> {
  const lines = 'rows' in input ? sentLines(call, input.rows) : await openLines(call, input.file, body)
  const importId = call.parts.newRowId()
  try {
    const options = resolveOptions(body, call.caller, call.module, lines.paths)
    const { rows, ...asked } = body
    const revisions = await readKnownRevisions(call)
    await insertImport(
      call,
      importId,
      {
        body: asked,
        ...('file' in input && { sha256: input.file.sha256 }),
        ...(rows && { rowsHash: hashRows(rows) }),
        ...(lines.format && { format: lines.format }),
        ...(lines.reading && { headerLine: lines.reading.headerLine }),
      },
      revisions,
    )
    const findings = collectFindings(call.module, lines, call.locale)
    const context = writeContext(call, call.parts.db.kysely)
    await checkLines(lines, {
      call,
      context,
      derive: await prepareDerivation(call.module.definition),
      meet: meetRows(call.module, options),
      others: fileRows(context.trx, call.module),
      findings,
      importId,
    })
    const report = toReport(call, importId, lines, options, findings)
    await leadImport(call.parts.db.kysely, importId, 'reading', 'checked', { report })
    return report
  } catch (error) {
    await dropImport(call.parts.db.kysely, importId)
    throw error
  } finally {
    await lines.close()
  }
}

async function checkLines(lines: ImportLines, work: Work): Promise<void> {
  const { call, findings } = work
  for await (const batch of lines.batches) {
    // One transaction of some 50 ms: each of them waits for the disk once.
    await call.parts.db.transaction((trx) => stageBatch(trx, batch, work))
    call.report({ step: 'checking', rows: findings.counts.rows })
    await giveWay()
  }
}

async function stageBatch(trx: Kysely<Tables>, batch: readonly GivenRow[], work: Work): Promise<void> {
  const { call, importId } = work
  for (let from = 0; from < batch.length; from += atOnce) {
    call.signal.throwIfAborted()
    const staged = await checkBatch(batch.slice(from, from + atOnce), work)
    await stageLines(trx, call.parts.secrets, call.module.definition, importId, staged)
  }
}

async function checkBatch(batch: readonly GivenRow[], work: Work): Promise<StagedLine[]> {
  const { call, context, meet, others, findings } = work
  const { met, unmet } = await meet(context, batch)
  const judged = new Map<number, FoundLine & Partial<JudgedLine>>()
  for (const line of await judgeRows(context, call.module, met, others)) judged.set(line.line, line)
  for (const line of unmet) judged.set(line.line, { ...line, deed: 'bad' })
  return batch.flatMap((given) => {
    const line = judged.get(given.line)
    if (!line) return []
    findings.add(line, given)
    return [toStaged(work, line)]
  })
}

/** A line as it waits for its commit. */
export function toStaged(
  { call, context, derive }: Pick<Work, 'call' | 'context' | 'derive'>,
  { line, deed, problems, id, held, values = {}, judged }: FoundLine & Partial<JudgedLine>,
): StagedLine {
  const isWritten = (deed === 'create' || deed === 'update') && id !== undefined && judged !== undefined
  const write = isWritten
    ? toRowWrite(context, call.module.definition, derive, {
        id,
        stored: held?.stored,
        values: judged.values,
      })
    : undefined
  const version = write?.version ?? (deed === 'unchanged' ? held?.row.version : undefined)
  return {
    line,
    deed,
    id,
    ...(version !== undefined && { version }),
    values,
    ...(write && { write }),
    faults: problems.map((problem) => toStagedFault(call.module, call.locale, problem)),
  }
}

function toReport(
  { parts, module, caller, locale }: ImportCall,
  token: string,
  { reading, columns }: ImportLines,
  { mode, onError, match }: ImportOptions,
  { counts, told }: Findings,
): ImportReport {
  const isAllNew = match.length === 0 && mode !== 'create'
  return {
    token,
    state: 'checked',
    expiresAt: new Date(parts.now().getTime() + keepCheckedMs).toISOString(),
    mode,
    onError,
    counts,
    ...(reading && { reading }),
    columns,
    paths: importColumns(caller, module).map((column) => ({
      path: column.path,
      label: column.label,
      required: isRequired(column),
    })),
    match: match.map(({ path }) => path),
    ...told,
    notes: isAllNew ? [{ key: 'import.all_new', text: errorText('import.all_new', locale) }] : [],
  }
}
