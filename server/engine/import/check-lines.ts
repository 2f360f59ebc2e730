import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { DeriveColumns } from '#server/engine/field-types/derived-columns.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { ImportLines } from './file-lines.ts'
import type { FileRows } from './file-rows.ts'
import type { InputRow } from './input-row.ts'
import { yieldToEventLoop, type ImportRequest } from './import-deps.ts'
import { validateRows, type ValidatedLine } from './validate-rows.ts'
import type { RowMatcher } from './row-matcher.ts'
import { toStagedFault, type Findings, type FoundLine } from './report.ts'
import { toRowWrite } from './row-write.ts'
import { stageLines, type StagedLine } from './stage.ts'

/**
 * Lines that are checked together: what belongs to them goes before V8's young generation is looked at twice. With 50 of them the
 * server's memory grew by 230 MB over 50,000 lines, with 10 by 100.
 */
const atOnce = 10

/** What the lines of one dry run are worked on with. */
export interface CheckWork {
  call: ImportRequest
  context: WriteContext
  derive: DeriveColumns
  meet: RowMatcher
  others: FileRows
  findings: Findings
  importId: string
}

/** Checks all lines and notes what would be written. */
export async function checkLines(lines: ImportLines, work: CheckWork): Promise<void> {
  const { call, findings } = work
  for await (const batch of lines.batches) {
    // One transaction of some 50 ms: each of them waits for the disk once.
    await call.parts.db.transaction((trx) => stageBatch(trx, batch, work))
    call.report({ step: 'checking', rows: findings.counts.rows })
    await yieldToEventLoop()
  }
}

async function stageBatch(trx: Kysely<Tables>, batch: readonly InputRow[], work: CheckWork): Promise<void> {
  const { call, importId } = work
  for (let from = 0; from < batch.length; from += atOnce) {
    call.signal.throwIfAborted()
    const staged = await checkBatch(batch.slice(from, from + atOnce), work)
    const stage = { secrets: call.parts.secrets, definition: call.module.definition, importId }
    await stageLines(trx, stage, staged)
  }
}

async function checkBatch(batch: readonly InputRow[], work: CheckWork): Promise<StagedLine[]> {
  const { call, context, meet, others, findings } = work
  const { met, unmet } = await meet(context, batch)
  const judged = new Map<number, FoundLine & Partial<ValidatedLine>>()
  for (const line of await validateRows(context, call.module, met, others)) judged.set(line.line, line)
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
  { call, context, derive }: Pick<CheckWork, 'call' | 'context' | 'derive'>,
  { line, deed, problems, id, held, values = {}, judged }: FoundLine & Partial<ValidatedLine>,
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
