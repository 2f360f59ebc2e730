import type { Readable } from 'node:stream'
import type { Locale, Localized } from '#contract/locale.ts'
import { sanitizeFileName } from '#server/files/file-name.ts'
import { createHttpError } from '#server/errors.ts'
import type { Encoding, SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { overflowMarker } from '#server/engine/field-types/cells.ts'
import { openImportSheet, type ImportFile } from './file-lines.ts'
import type { ImportRequest } from './import-deps.ts'
import { getImport } from './import-job.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import type { Cell, OutCell, SheetRow } from '#server/spreadsheets/cell.ts'
import { unescapeFormula } from '#server/spreadsheets/cell.ts'
import { formatShortCell } from './input-row.ts'
import { isErrorsHeader } from './map-columns.ts'
import { findColumnLetters } from './report.ts'
import { readStage, type StagedIssue, type StagedLine } from './stage.ts'

/** The user's file with an additional column of issues. */
export interface ErrorFile {
  file: Readable
  /** File name with its ending. */
  name: string
  mediaType: string
}

/** The uploaded file of an import. */
export interface UploadedFile extends ImportFile {
  /** Its name on the user's device. */
  name: string
  /** Hash of its content now, which must equal that of the dry run. */
  sha256: string
}

/** Suffix of the name of an error file: `sessions errors.xlsx`. */
const errorsSuffix: Localized = { 'zh-CN': '错误', en: 'errors' }

/** Encodings that Excel recognizes only by a byte order mark. */
const encodingsWithMark: ReadonlySet<Encoding> = new Set(['utf-8', 'utf-16le', 'utf-16be'])
/** Encodings that lack characters which the texts of issues may need. */
const partialEncodings: ReadonlySet<Encoding> = new Set(['big5', 'windows-1252'])

/**
 * Writes the user's file again with a further column that has all issues of each row, so that the user can correct it and
 * import it again. It has all rows, or only the invalid ones when the import skips them. The file is streamed.
 * @param findFile finds the user's file with this number
 * @throws HttpError `import.unknown_token`; `import.over` when the import was undone or cancelled; `not_found` when the import
 * had no file or the file was deleted; `import.other` when the file's content differs
 */
export async function openErrorFile(
  request: ImportRequest,
  token: string,
  findFile: (no: string | undefined) => Promise<UploadedFile | undefined>,
): Promise<ErrorFile> {
  const { state, input, report } = await getImport(request, token)
  if (!report || (state !== 'checked' && state !== 'committed')) throw createHttpError('import.over')
  const uploadedFile = input.format && (await findFile(input.body.file))
  if (!uploadedFile || !input.format) throw createHttpError('not_found')
  if (uploadedFile.sha256 !== input.sha256) throw createHttpError('import.other')
  const format = toOutputFormat(input.format)
  const sheet = await openImportSheet(uploadedFile, toReadOptions(input.format), request.signal)
  // The rows without issues are already imported, or will be at the commit.
  const onlyBad = state === 'committed' || input.body.on_error === 'skip'
  const rows = readErrorRows(
    request,
    { token, report, onlyBad, hasEscapedFormulas: format.kind === 'csv' },
    sheet.rows,
  )
  const file = writeSheet(format, rows, { hasHeader: true, tooLongMark: overflowMarker })
  // `close` also fires when the client disconnects before it reads the file.
  file.once('close', () => void sheet.close())
  return {
    file,
    name: formatErrorFileName(uploadedFile.name, request.locale),
    mediaType: getMediaType(format),
  }
}

/** Gets the format of the error file: the user's, in an encoding that has all characters and that Excel recognizes. */
function toOutputFormat(format: SheetFormat): SheetFormat {
  if (format.kind === 'csv' && partialEncodings.has(format.encoding))
    return { ...format, encoding: 'utf-8', hasMark: true }
  return format.kind === 'csv' && encodingsWithMark.has(format.encoding)
    ? { ...format, hasMark: true }
    : format
}

/** Gets the options with which the file is read again as the dry run read it. */
function toReadOptions(format: SheetFormat) {
  return format.kind === 'csv'
    ? { encoding: format.encoding, separator: format.separator }
    : { sheet: format.sheet }
}

/** Formats the name of the error file: `sessions.xlsx` becomes `sessions errors.xlsx`. */
function formatErrorFileName(name: string, locale: Locale): string {
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ''
  return sanitizeFileName(`${name.slice(0, name.length - ending.length)} ${errorsSuffix[locale]}${ending}`)
}

function getMediaType(format: SheetFormat): string {
  return format.kind === 'csv'
    ? `text/csv; charset=${format.encoding}; header=present`
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

/** Options of writing the rows of an error file. */
export interface ErrorRowsOptions {
  token: string
  report: ImportReport
  /** True when rows without issues are left out. */
  onlyBad: boolean
  /** True for CSV, where an apostrophe before a text keeps it from being a formula: the writer adds the apostrophes again. */
  hasEscapedFormulas: boolean
}

/** Separates the issues of a row. */
const issueSeparator = ' | '
/** Maximum length of all issues of a row, in characters; a cell of a workbook holds 32,767. */
const maxIssuesCharacters = 10_000

/** Generates the rows of the user's file with their cells unchanged; the issues follow the last column with a header. */
export async function* readErrorRows(
  request: ImportRequest,
  { token, report, onlyBad, hasEscapedFormulas }: ErrorRowsOptions,
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<OutCell[]> {
  const checkedLines = createLineReader(request, token)
  /** Set at the header line. */
  let userColumns: readonly number[] | undefined
  const { headerLine = 0 } = report.reading ?? {}
  for await (const rows of batches)
    for (const { line, cells } of rows) {
      const outCells = cells.map((cell) => toOutCell(cell, hasEscapedFormulas))
      if (line < headerLine) {
        yield outCells
        continue
      }
      if (!userColumns) {
        userColumns = listUserColumns(cells)
        yield insertIssues(
          outCells,
          userColumns,
          cells.length,
          errorText('sheet.errors_header', request.locale),
        )
        continue
      }
      const staged = await checkedLines.find(line)
      if (onlyBad && staged?.operation !== 'bad') continue
      const issues = formatIssues(request, report, staged?.issues ?? []).slice(0, maxIssuesCharacters)
      yield insertIssues(outCells, userColumns, report.columns.length, issues)
    }
}

/** Lists the indexes of the columns that the header line covers, except the issues column of an earlier error file. */
function listUserColumns(header: readonly Cell[]): number[] {
  return header.flatMap((cell, index) => (isErrorsHeader(formatShortCell(cell)) ? [] : [index]))
}

/**
 * Inserts the issues after the user's columns; further cells of a longer row follow the issues.
 * @param columnCount number of columns that the header line covers
 */
function insertIssues(
  cells: readonly OutCell[],
  userColumns: readonly number[],
  columnCount: number,
  issues: string,
): OutCell[] {
  return [...userColumns.map((index) => cells[index] ?? ''), issues, ...cells.slice(columnCount)]
}

/**
 * Converts a cell of the user's file. A formula becomes an error cell: its value is unknown, and its text would be imported as
 * the value.
 */
function toOutCell(cell: Cell, hasEscapedFormulas: boolean): OutCell {
  if (typeof cell === 'string') return hasEscapedFormulas ? unescapeFormula(cell) : cell
  return typeof cell === 'object' && cell.kind === 'formula' ? notAvailable : cell
}

/** Excel's error of a value that is not available. */
const notAvailable = { kind: 'error', code: '#N/A' } as const

/** Formats the issues of a row in the order of its columns; issues without a column come last. */
function formatIssues(
  { locale }: ImportRequest,
  report: ImportReport,
  issues: readonly StagedIssue[],
): string {
  return issues
    .map((issue) => {
      const letters = findColumnLetters(report, issue.path)
      const columnIndex = report.columns.findIndex((column) => column.letters === letters)
      return { issue, columnIndex: columnIndex < 0 ? report.columns.length : columnIndex }
    })
    .toSorted((a, b) => a.columnIndex - b.columnIndex)
    .map(({ issue, columnIndex }) => formatIssue(locale, report, issue, columnIndex))
    .join(issueSeparator)
}

/** Formats an issue with the name of its column: `Title: is missing`. */
function formatIssue(
  locale: Locale,
  { columns, paths }: ImportReport,
  { path, key, params }: StagedIssue,
  columnIndex: number,
): string {
  const modulePath = paths.find((one) => one.path === path || one.path.split('.')[0] === path.split('.')[0])
  const name = columns[columnIndex]?.header || modulePath?.label[locale] || columns[columnIndex]?.letters
  const text = errorText(key, locale, params)
  return name ? `${name}${locale === 'zh-CN' ? '：' : ': '}${text}` : text
}

/** Finds checked lines of an import; callers request them in ascending order. */
function createLineReader({ deps, module }: ImportRequest, token: string) {
  const stage = { secrets: deps.secrets, definition: module.definition, importId: token }
  const batches = readStage(deps.db.kysely, stage)
  let unreadLines: StagedLine[] = []
  return {
    find: async (line: number): Promise<StagedLine | undefined> => {
      // Skips the checked lines before `line`; one after it is left for a later call.
      for (;;) {
        const [next] = unreadLines
        if (next && next.line > line) return undefined
        if (next) unreadLines.shift()
        if (next?.line === line) return next
        if (next) continue
        const batch = await batches.next()
        if (batch.done) return undefined
        unreadLines = batch.value
      }
    },
  }
}
