import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImportReport } from '#contract/transfer.ts'
import { commitImport } from '#server/engine/import/commit.ts'
import { checkImport } from '#server/engine/import/dry-run.ts'
import { openErrorFile, type UploadedFile } from '#server/engine/import/error-file.ts'
import type { ImportRequest } from '#server/engine/import/import-deps.ts'
import { undoImport } from '#server/engine/import/undo.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { hashFile, writeFileAtomically, privateFileMode } from '#server/files/local-files.ts'
import { operator } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { CommandFailed, type Command } from './command.ts'
import { explainHttpError } from './explain-http-error.ts'
import { readArguments, usage, type ImportArguments } from './import-arguments.ts'
import { formatResult, formatLine, createProgressReporter, formatReport } from './import-lines.ts'
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

async function run(request: ImportRequest, importArguments: ImportArguments): Promise<void> {
  const { module, locale, undo, isDryRun } = importArguments
  if (undo !== undefined) {
    print(formatLine(locale, 'undone', { module, ...(await undoImport(request, undo)) }))
    return
  }
  const source = await createSource(importArguments)
  const report = await checkImport(request, importArguments.body, { file: source })
  for (const text of formatReport(locale, report)) print(text)
  if (importArguments.errors !== undefined) await writeErrors(request, report, source, importArguments.errors)
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

async function createSource({ path, kind, errors, locale }: ImportArguments): Promise<UploadedFile> {
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

async function writeErrors(
  request: ImportRequest,
  { token, counts }: ImportReport,
  source: UploadedFile,
  path: string,
): Promise<void> {
  if (counts.bad === 0) {
    print(formatLine(request.locale, 'no_errors', { file: path }))
    return
  }
  const { file } = await openErrorFile(request, token, async () => source)
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
