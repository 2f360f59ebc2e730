import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findFileKind } from '#contract/file-kinds.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { importModes, type ImportCheckBody } from '#contract/transfer.ts'
import { formatImportText } from '#server/schedule-import/report-lines.ts'
import { encodings } from '#server/spreadsheets/sheet-format.ts'
import { UsageError } from './command.ts'
import { operatorLocale } from './operator-locale.ts'

/** Usage of `import`. */
export const usage = `npm run forum -- import MODULE FILE [--mode ${importModes.join('|')}] [--match PATH,PATH] [--map A=PATH,B=]
         [--skip-bad] [--keep-empty] [--encoding ${encodings.join('|')}] [--separator ,|;|tab] [--sheet NAME]
         [--header-line N] [--dry-run] [--errors FILE] [--language ${locales.join('|')}]
       npm run forum -- import MODULE --undo TOKEN`

/** Parsed arguments of `import`. */
export interface ImportArguments {
  module: string
  locale: Locale
  /** Undoes this import and does nothing else. */
  undo?: string
  path: string
  kind: 'csv' | 'xlsx'
  body: ImportCheckBody
  isDryRun: boolean
  /** File for the rejected rows with their faults. */
  errors?: string
}

const separatorWords: Readonly<Record<string, string>> = { ',': ',', ';': ';', tab: '\t' }

/** Parses the arguments. @throws UsageError */
export function readArguments(args: string[]): ImportArguments {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      mode: text,
      match: text,
      map: text,
      'skip-bad': flag,
      'keep-empty': flag,
      encoding: text,
      separator: text,
      sheet: text,
      'header-line': text,
      'dry-run': flag,
      errors: text,
      language: text,
      undo: text,
    },
  })
  const own = operatorLocale(process.env)
  const wrong = (key: string, params?: Readonly<Record<string, string>>) =>
    new UsageError(formatImportText(own, { key, ...(params && { params }) }), usage)
  const choose = <Value extends string>(
    option: string,
    given: string | undefined,
    all: readonly Value[],
  ): Value | undefined => {
    const found = all.find((one) => one === given)
    if (given !== undefined && found === undefined)
      throw wrong('rows.value', { option, values: all.join(', ') })
    return found
  }
  const [module, file, ...more] = positionals
  const { undo, match, map, sheet } = values
  if (module === undefined || more.length > 0 || (file === undefined) === (undo === undefined))
    throw wrong('rows.names')
  const locale = choose('--language', values.language, locales) ?? own
  const kind = undo === undefined ? findFileKind(basename(file ?? '')) : 'csv'
  if (kind !== 'csv' && kind !== 'xlsx') throw wrong('rows.file_kind')
  const mode = choose('--mode', values.mode, importModes)
  const encoding = choose('--encoding', values.encoding, encodings)
  const separator = choose('--separator', values.separator, Object.keys(separatorWords))
  const headerLine = values['header-line']
  if (headerLine !== undefined && !/^[1-9]\d{0,6}$/.test(headerLine)) throw wrong('rows.header_line')
  const mapping = map === undefined ? undefined : readMapping(map)
  if (mapping === null) throw wrong('rows.map')
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
      ...(separator !== undefined && { separator: separatorWords[separator] ?? separator }),
      ...(sheet !== undefined && { sheet }),
      ...(headerLine !== undefined && { header_line: Number(headerLine) }),
    },
    isDryRun: values['dry-run'],
    ...(values.errors !== undefined && { errors: resolve(values.errors) }),
  }
}

/** @returns null when the mapping cannot be parsed */
function readMapping(text: string): Record<string, string | null> | null {
  const mapping: Record<string, string | null> = {}
  for (const part of text.split(',')) {
    const [, letters, path] = /^\s*([A-Za-z]{1,3})\s*=\s*(\S*)\s*$/.exec(part) ?? []
    if (letters === undefined) return null
    mapping[letters.toUpperCase()] = path || null
  }
  return mapping
}
