import { createWriteStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { locales, type Locale } from '#contract/locale.ts'
import { openExport } from '#server/engine/export/export-file.ts'
import { createSheetFile, sheetKinds, type SheetKind } from '#server/engine/export/sheet-file.ts'
import { planExport } from '#server/engine/export/plan-export.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { writeFileAtomically, privateFileMode } from '#server/files/local-files.ts'
import { operator } from '#server/http/caller.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { explainHttpError, getOperatorLocale } from './operator-texts.ts'
import { withForum, type OpenForum } from './open-forum.ts'

const usage = `npm run forum -- export MODULE FILE [--format csv|xlsx] [--filters …] [--sorters …] [--language ${locales.join('|')}]`

/** Rows between two progress lines. */
const progressRows = 5000

/** Parsed arguments of `export`. */
interface Arguments {
  /** Name of the module. */
  module: string
  /** Absolute path of the file to write. */
  path: string
  kind: SheetKind
  /** Filters and sorters in the form of list URLs. */
  query: Readonly<Record<string, string>>
  locale: Locale
}

/** `export`: writes a module's rows to a file, drafts included. The file appears only when it is complete. */
export const exportModule: Command = {
  usage,
  run: async (args) => {
    const exportArguments = readArguments(args)
    const rowCount = await withForum((forum) => exportInto(forum, exportArguments)).catch(
      (error: unknown) => {
        // Only errors of the file system name a system call.
        const { syscall, message } = error as NodeJS.ErrnoException
        throw syscall === undefined
          ? explainHttpError(error, getOperatorLocale(process.env))
          : new CommandFailed(`The file could not be written: ${message}`)
      },
    )
    console.log(`${exportArguments.module}: ${rowCount} rows are in ${exportArguments.path}.`)
  },
}

/** Exports the rows that the operator may see. @returns their number */
async function exportInto(
  { db, registry, clock }: OpenForum,
  { module: name, path, kind, query, locale }: Arguments,
): Promise<number> {
  const module = registry.find(name)
  if (!module || !isAllowed(operator, module, 'export'))
    throw new CommandFailed(`There is no module ${name} that can be exported.`)
  const drafts = isAllowed(operator, module, 'drafts') ? { drafts: '1' } : {}
  const exportArguments = { caller: operator, module: name, query: { ...query, ...drafts }, locale }
  const plan = planExport({ kysely: db.kysely, registry }, exportArguments)
  // The operator names the file, so the suffix of its name does not matter.
  const { format } = createSheetFile(module, kind, locale, '')
  const context = { db, registry, now: () => clock.now() }
  return writeFileAtomically(path, async (partialPath) => {
    const options = { caller: operator, locale, format, progress: createProgressPrinter(name) }
    const { file, rowCount } = await openExport(context, plan, options)
    await pipeline(file, createWriteStream(partialPath, { flags: 'wx', mode: privateFileMode, flush: true }))
    return rowCount
  })
}

function createProgressPrinter(name: string): (rowCount: number) => void {
  let printedRows = 0
  return (rowCount) => {
    if (rowCount - printedRows < progressRows) return
    printedRows = rowCount
    console.log(`${name}: ${rowCount} rows`)
  }
}

function readArguments(args: string[]): Arguments {
  const textOption = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { format: textOption, filters: textOption, sorters: textOption, language: textOption },
  })
  const [module, file, ...extraArguments] = positionals
  if (module === undefined || file === undefined || extraArguments.length > 0)
    throw new UsageError('Name one module and one file.', usage)
  const extension = values.format ?? extname(file).slice(1).toLowerCase()
  const kind = sheetKinds.find((candidate) => candidate === extension)
  if (!kind) throw new UsageError('FILE ends with .csv or .xlsx, or --format says which it is.', usage)
  const locale = locales.find(
    (candidate) => candidate === (values.language ?? getOperatorLocale(process.env)),
  )
  if (!locale) throw new UsageError(`--language is ${locales.join(' or ')}.`, usage)
  const { filters, sorters } = values
  const query = { ...(filters !== undefined && { filters }), ...(sorters !== undefined && { sorters }) }
  return { module, path: resolve(file), kind, query, locale }
}
