import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Locale } from '#contract/locale.ts'
import type { ImportCounts, ImportIssue, ImportProgress, ImportReport } from '#contract/transfer.ts'
import { commitImport } from '#server/engine/import/commit.ts'
import { checkImport } from '#server/engine/import/dry-run.ts'
import { openErrorFile, type UploadedFile } from '#server/engine/import/error-file.ts'
import type { ImportRequest } from '#server/engine/import/import-deps.ts'
import { undoImport } from '#server/engine/import/undo.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { createHttpError } from '#server/errors.ts'
import { hashFile, privateFileMode, writeFileAtomically } from '#server/files/local-files.ts'
import { operator } from '#server/http/caller.ts'
import { formatImportText, toSingleLine } from '#server/schedule-import/report-lines.ts'
import { CommandFailed, type Command } from './command.ts'
import { explainHttpError } from './operator-texts.ts'
import { readArguments, usage, type ImportArguments } from './import-arguments.ts'
import { withForum, type OpenForum } from './open-forum.ts'

/** Origin of an operator's command in the audit log, in place of a request's. */
const origin: ImportRequest['origin'] = { requestId: 'command', clientAddress: '' }

/** `import`: imports the rows of a file into a module after a dry run, all of them or only the valid ones. */
export const importModule: Command = {
  usage,
  run: async (args) => {
    const importArguments = readArguments(args)
    const cancellation = new AbortController()
    const cancel = () => cancellation.abort()
    process.once('SIGINT', cancel).once('SIGTERM', cancel)
    try {
      await withForum((forum) =>
        run(createImportRequest(forum, importArguments, cancellation.signal), importArguments),
      )
    } catch (error) {
      throw explainHttpError(
        cancellation.signal.aborted ? createHttpError('import.cancelled') : error,
        importArguments.locale,
      )
    } finally {
      process.off('SIGINT', cancel).off('SIGTERM', cancel)
    }
  },
}

/** Creates the request of an import by the operator. @throws CommandFailed for a module that cannot be imported */
function createImportRequest(
  { db, registry, secrets, clock }: OpenForum,
  { module: name, locale }: ImportArguments,
  signal: AbortSignal,
): ImportRequest {
  const importableModules = registry.modules.filter((candidate) => isAllowed(operator, candidate, 'import'))
  const module = importableModules.find(({ definition }) => definition.name === name)
  if (!module) {
    const modules = importableModules.map(({ definition }) => definition.name).join(', ')
    throw new CommandFailed(formatLine(locale, 'no_module', { module: name, modules }))
  }
  const deps = { db, registry, secrets, now: () => clock.now(), newRowId: () => randomUUID() }
  const report = createProgressReporter(locale, print)
  return { deps, module, caller: operator, locale, origin, signal, report }
}

/** Undoes an import, or imports a file after a dry run. */
async function run(request: ImportRequest, importArguments: ImportArguments): Promise<void> {
  const { module, locale, undo, isDryRun } = importArguments
  if (undo !== undefined) {
    print(formatLine(locale, 'undone', { module, ...(await undoImport(request, undo)) }))
    return
  }
  const sourceFile = await findSourceFile(importArguments)
  const report = await checkImport(request, importArguments.body, { file: sourceFile })
  for (const text of formatReport(locale, report)) print(text)
  if (importArguments.errors !== undefined)
    await writeErrors(request, report, sourceFile, importArguments.errors)
  if (isDryRun) {
    print(formatLine(locale, 'dry_run'))
    return
  }
  const { bad } = report.counts
  if (bad > 0 && importArguments.body.on_error !== 'skip')
    throw new CommandFailed(formatLine(locale, 'bad', { bad }))
  const { report: committedReport } = await commitImport(request, report.token, {})
  for (const text of formatResult(locale, module, committedReport.token, committedReport.counts)) print(text)
}

/** Finds the file to import. @throws CommandFailed when it is missing, or the file for the errors exists */
async function findSourceFile({ path, kind, errors, locale }: ImportArguments): Promise<UploadedFile> {
  if (!(await isFile(path))) throw new CommandFailed(formatLine(locale, 'no_file', { file: path }))
  // Never overwrites the imported file, nor any other existing file.
  if (errors !== undefined && (await isFile(errors)))
    throw new CommandFailed(formatLine(locale, 'errors_there', { file: errors }))
  return { path, kind, name: basename(path), sha256: await hashFile(path) }
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandFailed(error.message)
  })
  return stats?.isFile() ?? false
}

/** Writes the file with the issues, unless there are none. @param path of the file to write */
async function writeErrors(
  request: ImportRequest,
  { token, counts }: ImportReport,
  sourceFile: UploadedFile,
  path: string,
): Promise<void> {
  if (counts.bad === 0) {
    print(formatLine(request.locale, 'no_errors', { file: path }))
    return
  }
  const { file } = await openErrorFile(request, token, async () => sourceFile)
  await writeFileAtomically(path, (partialPath) =>
    pipeline(file, createWriteStream(partialPath, { flags: 'wx', mode: privateFileMode, flush: true })),
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : new CommandFailed(error.message)
  })
  print(formatLine(request.locale, 'errors', { file: path }))
}

function print(text: string): void {
  console.log(text)
}

/** Values of a text's placeholders. */
type Params = Readonly<Record<string, string | number>>

/** Formats a line in the operator's language. */
type FormatLine = (key: string, params?: Params) => string

/** Maximum number of printed issues; the error file contains all of them. */
const maxIssues = 50
/** Rows between two progress lines. */
const progressRows = 5000

/** Formats a line for the terminal, so that content of the file cannot contain line breaks or control sequences. */
export function formatLine(locale: Locale, key: string, params: Params = {}): string {
  return toSingleLine(formatImportText(locale, { key: `rows.${key}`, params }))
}

/** Formats how a file was read, its columns and rows, and its issues. */
export function formatReport(locale: Locale, report: ImportReport): string[] {
  const format: FormatLine = (key, params) => formatLine(locale, key, params)
  const { columns, match, counts, faults: issues, faultCount, notes } = report
  const hiddenCount = faultCount - Math.min(issues.length, maxIssues)
  return [
    ...formatReading(format, report),
    ...columns.map(({ letters, header, path }) =>
      path === null
        ? format('column_left', { letters, header })
        : format('column', { letters, header, path }),
    ),
    ...(match.length > 0 ? [format('match', { paths: match.join(', ') })] : []),
    ...notes.map(({ text }) => text),
    ...(report.reading?.encodings && report.reading.encodings.length > 1 ? formatSample(format, report) : []),
    format('counts', { ...counts }),
    ...issues.slice(0, maxIssues).map((issue) => formatIssue(format, issue)),
    ...(hiddenCount > 0 ? [format('more_faults', { count: hiddenCount })] : []),
  ]
}

/** Formats how the file was read, and the other encodings or sheets that the operator could choose. */
function formatReading(format: FormatLine, { reading }: Pick<ImportReport, 'reading'>): string[] {
  if (!reading) return []
  const { kind, encoding = '', encodings = [], separator = '', headerLine } = reading
  if (kind === 'csv') {
    const others = encodings.filter((other) => other !== encoding)
    return [
      format('csv', { encoding, separator: separator === '\t' ? 'tab' : separator, line: headerLine }),
      ...(others.length > 0 ? [format('encodings', { encodings: others.join(', ') })] : []),
    ]
  }
  const { sheet = '', sheets = [] } = reading
  const others = sheets.filter((other) => other !== sheet)
  return [
    format('xlsx', { sheet, line: headerLine }),
    ...(others.length > 0 ? [format('sheets', { sheets: others.join(', ') })] : []),
  ]
}

/**
 * Formats the first rows. The operator checks them when the bytes of the file are valid in several encodings.
 */
function formatSample(format: FormatLine, { sample }: ImportReport): string[] {
  return sample.map(({ line, values }) =>
    format('sample', {
      line,
      values: Object.values(values).map(formatValue).filter(Boolean).join(' | '),
    }),
  )
}

/** Formats a value for a line: the texts of all languages, or the items of a list, separated by slashes. */
function formatValue(value: unknown): string {
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return value === null ? '' : Object.values(value).map(formatValue).filter(Boolean).join(' / ')
}

function formatIssue(format: FormatLine, { line, column, value, text = '' }: ImportIssue): string {
  if (column === null) return format('fault_row', { line, text })
  return format(value === '' ? 'fault' : 'fault_value', { line, column, value, text })
}

/** Reports the progress of long work, every few thousand rows. */
export function createProgressReporter(
  locale: Locale,
  print: (text: string) => void,
): (progress: ImportProgress) => void {
  let lastPrinted = { step: '', rows: 0 }
  return ({ step, rows }) => {
    if (step !== lastPrinted.step) lastPrinted = { step, rows: 0 }
    if (rows - lastPrinted.rows < progressRows) return
    lastPrinted = { step, rows }
    print(formatLine(locale, step, { rows }))
  }
}

/** Formats the counts of written rows. */
export function formatResult(locale: Locale, module: string, token: string, counts: ImportCounts): string[] {
  return [formatLine(locale, 'undo', { module, token }), formatLine(locale, 'done', { module, ...counts })]
}
