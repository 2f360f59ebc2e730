import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findFileKind } from '#contract/file-kinds.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { importModes, type ImportCheckBody } from '#contract/transfer.ts'
import { formatImportText } from '#server/schedule-import/report-lines.ts'
import { encodings } from '#server/spreadsheets/sheet-format.ts'
import { UsageError } from './command.ts'
import { getOperatorLocale } from './operator-texts.ts'

/** Usage of `import`. */
export const usage = `npm run forum -- import MODULE FILE [--mode ${importModes.join('|')}] [--match PATH,PATH] [--map A=PATH,B=]
         [--skip-bad] [--keep-empty] [--encoding ${encodings.join('|')}] [--separator ,|;|tab] [--sheet NAME]
         [--header-line N] [--dry-run] [--errors FILE] [--language ${locales.join('|')}]
       npm run forum -- import MODULE --undo TOKEN`

/** Parsed arguments of `import`. */
export interface ImportArguments {
  /** Name of the module. */
  module: string
  /** Language of the printed lines. */
  locale: Locale
  /** Token of an import to undo; nothing is imported then. */
  undo?: string
  /** Absolute path of the file to import; meaningless with `undo`. */
  path: string
  /** Format of the file, by the ending of its name. */
  kind: 'csv' | 'xlsx'
  /** Options of the import, as the API takes them. */
  body: ImportCheckBody
  /** True to check the file and import nothing. */
  isDryRun: boolean
  /** File for the rejected rows with their faults. */
  errors?: string
}

/** Separators by their names on the command line, where a tab is hard to type. */
const separatorsByName: Readonly<Record<string, string>> = { ',': ',', ';': ';', tab: '\t' }

/** Parses the arguments. @throws UsageError */
export function readArguments(args: string[]): ImportArguments {
  const textOption = { type: 'string' } as const
  const flagOption = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      mode: textOption,
      match: textOption,
      map: textOption,
      'skip-bad': flagOption,
      'keep-empty': flagOption,
      encoding: textOption,
      separator: textOption,
      sheet: textOption,
      'header-line': textOption,
      'dry-run': flagOption,
      errors: textOption,
      language: textOption,
      undo: textOption,
    },
  })
  const environmentLocale = getOperatorLocale(process.env)
  const createUsageError = (key: string, params?: Readonly<Record<string, string>>) =>
    new UsageError(formatImportText(environmentLocale, { key, ...(params && { params }) }), usage)
  const choose = <Value extends string>(
    option: string,
    value: string | undefined,
    choices: readonly Value[],
  ): Value | undefined => {
    const choice = choices.find((candidate) => candidate === value)
    if (value !== undefined && choice === undefined)
      throw createUsageError('rows.value', { option, values: choices.join(', ') })
    return choice
  }
  const [module, file, ...extraArguments] = positionals
  const { undo, match, map, sheet } = values
  if (module === undefined || extraArguments.length > 0 || (file === undefined) === (undo === undefined))
    throw createUsageError('rows.names')
  const locale = choose('--language', values.language, locales) ?? environmentLocale
  // An undo reads no file, so any kind will do.
  const kind = undo === undefined ? findFileKind(basename(file ?? '')) : 'csv'
  if (kind !== 'csv' && kind !== 'xlsx') throw createUsageError('rows.file_kind')
  const mode = choose('--mode', values.mode, importModes)
  const encoding = choose('--encoding', values.encoding, encodings)
  const separator = choose('--separator', values.separator, Object.keys(separatorsByName))
  const headerLine = values['header-line']
  if (headerLine !== undefined && !/^[1-9]\d{0,6}$/.test(headerLine))
    throw createUsageError('rows.header_line')
  const mapping = map === undefined ? undefined : readMapping(map)
  if (mapping === null) throw createUsageError('rows.map')
  return {
    module,
    locale,
    ...(undo !== undefined && { undo }),
    path: resolve(file ?? ''),
    kind,
    body: {
      on_error: values['skip-bad'] ? 'skip' : 'stop',
      empty: values['keep-empty'] ? 'keep' : 'clear',
      ...(mode && { mode }),
      ...(match !== undefined && { match: match.split(',').map((path) => path.trim()) }),
      ...(mapping && { mapping }),
      ...(encoding && { encoding }),
      ...(separator !== undefined && { separator: separatorsByName[separator] ?? separator }),
      ...(sheet !== undefined && { sheet }),
      ...(headerLine !== undefined && { header_line: Number(headerLine) }),
    },
    isDryRun: values['dry-run'],
    ...(values.errors !== undefined && { errors: resolve(values.errors) }),
  }
}

/** Parses `--map`: `A=title.en,B=` fills a field from column A and ignores column B. @returns null when it cannot be parsed */
function readMapping(text: string): Record<string, string | null> | null {
  const mapping: Record<string, string | null> = {}
  for (const assignment of text.split(',')) {
    const [, letters, path] = /^\s*([A-Za-z]{1,3})\s*=\s*(\S*)\s*$/.exec(assignment) ?? []
    if (letters === undefined) return null
    mapping[letters.toUpperCase()] = path || null
  }
  return mapping
}
