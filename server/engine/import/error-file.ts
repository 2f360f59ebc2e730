import type { Readable } from 'node:stream'
import type { Locale, Localized } from '#contract/locale.ts'
import { sanitizeFileName } from '#server/files/file-name.ts'
import { createHttpError } from '#server/errors.ts'
import type { Encoding, SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { overflowMarker } from '#server/engine/field-types/cells.ts'
import { openImportSheet, type FileSource } from './file-lines.ts'
import type { ImportRequest } from './import-deps.ts'
import { getImport } from './import-job.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import type { Cell, OutCell, SheetRow } from '#server/spreadsheets/cell.ts'
import { unescapeFormula } from '#server/spreadsheets/cell-text.ts'
import { showCell } from './input-row.ts'
import { isErrorsHeader } from './map-columns.ts'
import { findColumnLetters } from './report.ts'
import { readStage, type StagedIssue, type StagedLine } from './stage.ts'

/** A person's file with what is wrong in it. */
export interface ErrorFile {
  file: Readable
  name: string
  mediaType: string
}

/** The file that an import read, and what its person called it. */
export interface NamedSource extends FileSource {
  name: string
  sha256: string
}

/** Stands behind the file's own name. */
const errorsName: Localized = { 'zh-CN': '错误', en: 'errors' }

/** Encodings that Excel knows by their mark alone. */
const needsMark: ReadonlySet<Encoding> = new Set(['utf-8', 'utf-16le', 'utf-16be'])
/** Encodings that have not every character: the words of a fault may need others. */
const isPartial: ReadonlySet<Encoding> = new Set(['big5', 'windows-1252'])

/**
 * Writes a person's own file again, with all faults of each row in a column behind the others, to be corrected and
 * imported again: all rows, or, when bad rows are left out, these alone. It is written while it is read.
 * @param find gives the file with this number
 * @throws HttpError `import.unknown_token`, `import.over` when it was taken back or given up, `not_found` when rows were sent
 * or the file is gone, `import.other` when it is another one
 */
export async function openErrorFile(
  call: ImportRequest,
  token: string,
  find: (no: string | undefined) => Promise<NamedSource | undefined>,
): Promise<ErrorFile> {
  const { state, input, report } = await getImport(call, token)
  if (!report || (state !== 'checked' && state !== 'committed')) throw createHttpError('import.over')
  const source = input.format && (await find(input.body.file))
  if (!source || !input.format) throw createHttpError('not_found')
  if (source.sha256 !== input.sha256) throw createHttpError('import.other')
  const format = toOutputFormat(input.format)
  const sheet = await openImportSheet(source, toReadOptions(input.format), call.signal)
  const onlyBad = state === 'committed' || input.body.on_error === 'skip'
  const rows = readErrorRows(call, { token, report, onlyBad, isDefused: format.kind === 'csv' }, sheet.rows)
  const file = writeSheet(format, rows, { hasHeader: true, tooLongMark: overflowMarker })
  // Also when nobody ever reads it.
  file.once('close', () => void sheet.close())
  return { file, name: formatErrorFileName(source.name, call.locale), mediaType: getMediaType(format) }
}

function toOutputFormat(format: SheetFormat): SheetFormat {
  if (format.kind === 'csv' && isPartial.has(format.encoding))
    return { ...format, encoding: 'utf-8', hasMark: true }
  return format.kind === 'csv' && needsMark.has(format.encoding) ? { ...format, hasMark: true } : format
}

function toReadOptions(format: SheetFormat) {
  return format.kind === 'csv'
    ? { encoding: format.encoding, separator: format.separator }
    : { sheet: format.sheet }
}

function formatErrorFileName(name: string, locale: Locale): string {
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ''
  return sanitizeFileName(`${name.slice(0, name.length - ending.length)} ${errorsName[locale]}${ending}`)
}

function getMediaType(format: SheetFormat): string {
  return format.kind === 'csv'
    ? `text/csv; charset=${format.encoding}; header=present`
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

/** Which rows of a file are written again, and what is known of them. */
export interface ErrorRows {
  token: string
  report: ImportReport
  /** True when rows without faults stay out. */
  onlyBad: boolean
  /** True for CSV: the writer adds the apostrophes before formulas again. */
  isDefused: boolean
}

/** Parts the faults of a row. */
const issueSeparator = ' | '
/** All faults of a row, in characters; a cell of a workbook holds 32,767. */
const maxFaultsCharacters = 10_000

/** The rows of a person's file with their cells as they are, each with its faults behind the last column that has a name. */
export async function* readErrorRows(
  call: ImportRequest,
  { token, report, onlyBad, isDefused }: ErrorRows,
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<OutCell[]> {
  const lines = createLineReader(call, token)
  let own: readonly number[] | undefined
  const { headerLine = 0 } = report.reading ?? {}
  for await (const rows of batches)
    for (const { line, cells } of rows) {
      const out = cells.map((cell) => toOutCell(cell, isDefused))
      if (line < headerLine) {
        yield out
        continue
      }
      if (!own) {
        own = ownColumns(cells)
        yield arrange(out, own, cells.length, errorText('sheet.errors_header', call.locale))
        continue
      }
      const staged = await lines.find(line)
      if (onlyBad && staged?.operation !== 'bad') continue
      const faults = formatIssues(call, report, staged?.faults ?? []).slice(0, maxFaultsCharacters)
      yield arrange(out, own, report.columns.length, faults)
    }
}

/** Columns with a name that are not faults of an import before. */
function ownColumns(header: readonly Cell[]): number[] {
  return header.flatMap((cell, index) => (isErrorsHeader(showCell(cell)) ? [] : [index]))
}

/** What lies behind the named columns of a ragged row comes behind the faults. */
function arrange(
  cells: readonly OutCell[],
  own: readonly number[],
  named: number,
  faults: string,
): OutCell[] {
  return [...own.map((index) => cells[index] ?? ''), faults, ...cells.slice(named)]
}

/**
 * A formula is written as an error: its text would be taken for the value when the file comes again as it is, and what it
 * was worth is not known.
 */
function toOutCell(cell: Cell, isDefused: boolean): OutCell {
  if (typeof cell === 'string') return isDefused ? unescapeFormula(cell) : cell
  return typeof cell === 'object' && cell.kind === 'formula' ? notAvailable : cell
}

const notAvailable = { kind: 'error', code: '#N/A' } as const

/** What is wrong with a row, in the order of its columns; what is of no column comes last. */
function formatIssues(
  { locale }: ImportRequest,
  report: ImportReport,
  faults: readonly StagedIssue[],
): string {
  return faults
    .map((fault) => {
      const letters = findColumnLetters(report, fault.path)
      const place = report.columns.findIndex((column) => column.letters === letters)
      return { fault, place: place < 0 ? report.columns.length : place }
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ fault, place }) => formatIssue(locale, report, fault, place))
    .join(issueSeparator)
}

function formatIssue(
  locale: Locale,
  { columns, paths }: ImportReport,
  { path, key, params }: StagedIssue,
  place: number,
): string {
  const label = paths.find((one) => one.path === path || one.path.split('.')[0] === path.split('.')[0])
  const name = columns[place]?.header || label?.label[locale] || columns[place]?.letters
  const text = errorText(key, locale, params)
  return name ? `${name}${locale === 'zh-CN' ? '：' : ': '}${text}` : text
}

/** Finds checked lines of an import; callers request them in ascending order. */
function createLineReader({ deps, module }: ImportRequest, token: string) {
  const stage = { secrets: deps.secrets, definition: module.definition, importId: token }
  const batches = readStage(deps.db.kysely, stage)
  let waiting: StagedLine[] = []
  return {
    find: async (line: number): Promise<StagedLine | undefined> => {
      for (;;) {
        const [next] = waiting
        if (next && next.line > line) return undefined
        if (next) waiting.shift()
        if (next?.line === line) return next
        if (next) continue
        const batch = await batches.next()
        if (batch.done) return undefined
        waiting = batch.value
      }
    },
  }
}
