import { toInstant } from '#contract/time.ts'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { checkLines } from './check-lines.ts'
import { openLines, type FileSource, type ImportLines } from './file-lines.ts'
import { fileRows } from './file-rows.ts'
import { resolveOptions, type ImportOptions } from './import-options.ts'
import { createWriteContext, type ImportRequest } from './import-deps.ts'
import {
  deleteImport,
  hashRows,
  insertImport,
  checkedTtlMs,
  transitionImport,
  readKnownRevisions,
} from './import-job.ts'
import { fillablePaths } from './fillable-paths.ts'
import { createRowMatcher } from './row-matcher.ts'
import { collectFindings, type Findings } from './report.ts'
import { createInlineLines } from './inline-lines.ts'

/** What a dry run reads: a file that was stored, with its hash, or rows that were sent. */
export type ImportInput =
  | { file: FileSource & { sha256: string; name?: string } }
  | { rows: NonNullable<ImportCheckBody['rows']> }

/**
 * Reads all of an import, holds it against everything that is asked of a write, and notes what would be written. Nothing
 * of the module changes.
 * @returns counts, a sample, faults, and the token that carries it out
 * @throws Refusal for what cannot be read or must not be asked
 */
export async function checkImport(
  call: ImportRequest,
  body: ImportCheckBody,
  input: ImportInput,
): Promise<ImportReport> {
  const lines =
    'rows' in input ? createInlineLines(call, input.rows) : await openLines(call, input.file, body)
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
    const context = createWriteContext(call, call.parts.db.kysely)
    await checkLines(lines, {
      call,
      context,
      derive: await prepareDerivation(call.module.definition),
      meet: createRowMatcher(call.module, options),
      others: fileRows(context.trx, call.module),
      findings,
      importId,
    })
    const fileName = 'file' in input ? input.file.name : undefined
    const report = toReport(call, lines, options, { token: importId, findings, fileName })
    await transitionImport(call.parts.db.kysely, importId, { from: 'reading', to: 'checked' }, { report })
    return report
  } catch (error) {
    await deleteImport(call.parts.db.kysely, importId)
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
  { parts, module, caller, locale }: ImportRequest,
  { reading, columns, notes }: ImportLines,
  { mode, onError, match }: ImportOptions,
  { token, findings: { counts, told }, fileName }: CheckedImport,
): ImportReport {
  const isAllNew = match.length === 0 && mode !== 'create'
  return {
    token,
    state: 'checked',
    expiresAt: toInstant(new Date(parts.now().getTime() + checkedTtlMs)),
    mode,
    onError,
    counts,
    ...(reading && { reading }),
    columns,
    ...(fileName !== undefined && { fileName }),
    paths: fillablePaths(caller, module),
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
