import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImportReport } from '#contract/transfer.ts'
import { commitImport } from '#server/engine/import/commit.ts'
import { checkImport } from '#server/engine/import/dry-run.ts'
import { openErrorFile, type NamedSource } from '#server/engine/import/error-file.ts'
import type { ImportRequest } from '#server/engine/import/import-deps.ts'
import { undoImport } from '#server/engine/import/undo.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { hashFile, writeFileAtomically, privateFileMode } from '#server/files/local-files.ts'
import { operator } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { CommandFailed, type Command } from './command.ts'
import { explainRefusal } from './explain-refusal.ts'
import { readArguments, usage, type ImportArguments } from './import-arguments.ts'
import { doneLines, line, createProgressReporter, reportLines } from './import-lines.ts'
import { withForum, type OpenForum } from './open-forum.ts'

/** Where an operator's command comes from, in the audit log: nowhere that a request comes from. */
const origin: ImportRequest['origin'] = { requestId: 'command', addressBlock: '' }

/** `import`: rows of a file into a module, after a dry run; all of it or nothing, or all but what is bad. */
export const importModule: Command = {
  usage,
  run: async (args) => {
    const asked = readArguments(args)
    const cancelled = new AbortController()
    const cancel = () => cancelled.abort()
    process.once('SIGINT', cancel).once('SIGTERM', cancel)
    try {
      await withForum((forum) => run(callOf(forum, asked, cancelled.signal), asked))
    } catch (error) {
      throw explainRefusal(
        cancelled.signal.aborted ? createHttpError('import.cancelled') : error,
        asked.locale,
      )
    } finally {
      process.off('SIGINT', cancel).off('SIGTERM', cancel)
    }
  },
}

function callOf(
  { db, registry, secrets, clock }: OpenForum,
  { module: name, locale }: ImportArguments,
  signal: AbortSignal,
): ImportRequest {
  const possible = registry.modules.filter((one) => isAllowed(operator, one, 'import'))
  const module = possible.find(({ definition }) => definition.name === name)
  if (!module) {
    const modules = possible.map(({ definition }) => definition.name).join(', ')
    throw new CommandFailed(line(locale, 'no_module', { module: name, modules }))
  }
  const parts = { db, registry, secrets, now: () => clock.now(), newRowId: () => randomUUID() }
  const report = createProgressReporter(locale, print)
  return { parts, module, caller: operator, locale, origin, signal, report }
}

async function run(call: ImportRequest, asked: ImportArguments): Promise<void> {
  const { module, locale, undo, isDryRun } = asked
  if (undo !== undefined) {
    print(line(locale, 'undone', { module, ...(await undoImport(call, undo)) }))
    return
  }
  const source = await sourceOf(asked)
  const report = await checkImport(call, asked.body, { file: source })
  for (const text of reportLines(locale, report)) print(text)
  if (asked.errors !== undefined) await writeErrors(call, report, source, asked.errors)
  if (isDryRun) {
    print(line(locale, 'dry_run'))
    return
  }
  const { bad } = report.counts
  if (bad > 0 && asked.body.on_error !== 'skip') throw new CommandFailed(line(locale, 'bad', { bad }))
  const { report: done } = await commitImport(call, report.token, {})
  for (const text of doneLines(locale, module, done.token, done.counts)) print(text)
}

async function sourceOf({ path, kind, errors, locale }: ImportArguments): Promise<NamedSource> {
  if (!(await isFile(path))) throw new CommandFailed(line(locale, 'no_file', { file: path }))
  // The file that is read must not be written over, nor anything else that somebody may still need.
  if (errors !== undefined && (await isFile(errors)))
    throw new CommandFailed(line(locale, 'errors_there', { file: errors }))
  return { path, kind, name: basename(path), sha256: await hashFile(path) }
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandFailed(error.message)
  })
  return found?.isFile() ?? false
}

async function writeErrors(
  call: ImportRequest,
  { token, counts }: ImportReport,
  source: NamedSource,
  path: string,
): Promise<void> {
  if (counts.bad === 0) {
    print(line(call.locale, 'no_errors', { file: path }))
    return
  }
  const { file } = await openErrorFile(call, token, async () => source)
  await writeFileAtomically(path, (partial) =>
    pipeline(file, createWriteStream(partial, { flags: 'wx', mode: privateFileMode, flush: true })),
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : new CommandFailed(error.message)
  })
  print(line(call.locale, 'errors', { file: path }))
}

function print(text: string): void {
  console.log(text)
}
