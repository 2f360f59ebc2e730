import type { ImportCheckBody, ImportHeaders, ImportReading } from '#contract/transfer.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'
import { readForumZone } from '#server/db/settings.ts'
import { InvalidSheetError } from '#server/spreadsheets/invalid-sheet-error.ts'
import { openSheet, type OpenSheet } from '#server/spreadsheets/read/open-sheet.ts'
import {
  separators,
  type Encoding,
  type Separator,
  type SheetFormat,
} from '#server/spreadsheets/sheet-format.ts'
import type { SheetRow } from '#server/spreadsheets/cell.ts'
import { loadRelatedLabels } from '#server/engine/query/labels.ts'
import { formatShortCell, toInputRow, type InputRow } from './input-row.ts'
import type { ImportRequest } from './import-deps.ts'
import { defaultImportOptions, createInvalidBodyError } from './import-options.ts'
import { listFillablePaths, listImportColumns, listImportableFields } from './importable.ts'
import { findHeader, headerSearchLines, type FoundHeader, mapColumns, type ColumnMap } from './map-columns.ts'
import { createSheetInspector, type ImportNote, type SheetInspector } from './sheet-inspector.ts'
import { visibleFields } from '../schema/visible-fields.ts'
import { readFields } from '../write/read-body.ts'

/** The lines of an import, from a file or from the request body. */
export interface ImportLines extends ColumnMap {
  /** How the file was read; absent for rows of the request body. */
  reading?: ImportReading
  /** Format in which the file was read; absent for rows of the request body. */
  format?: SheetFormat
  /** Paths of the module's columns that the lines fill. */
  paths: ReadonlySet<string>
  /** The lines, in batches; can be read once. */
  batches: AsyncIterable<readonly InputRow[]>
  /** Remarks on what was left out or read differently than it looks; complete when all batches were read. */
  notes: () => ImportNote[]
  /** Closes the file. */
  close(): Promise<void>
}

/** A file to be imported. */
export interface ImportFile {
  /** Path of the stored file on this server. */
  path: string
  kind: 'csv' | 'xlsx'
}

/**
 * Opens a file and reads its headers.
 * @throws HttpError with an issue at `file` when the file cannot be read, or at the option that does not fit the file
 */
export async function openLines(
  request: ImportRequest,
  file: ImportFile,
  body: ImportCheckBody,
): Promise<ImportLines> {
  const opened = await openWithBestSeparator(request, file, body)
  const { sheet, map, header, rowsAbove, firstRows } = opened
  const reading = describeReading(sheet, header.line, firstRows)
  if (map.filled.length === 0) {
    await sheet.close()
    throw createNoHeadersError(request, reading, map)
  }
  const inspector = createSheetInspector(sheet, map, { header, rowsAbove }, body.mapping)
  return {
    ...map,
    reading,
    format: sheet.format,
    paths: new Set(map.filled.map(({ column }) => column.path)),
    batches: readLines(request, body, opened, inspector.inspectRow),
    notes: inspector.notes,
    close: () => sheet.close(),
  }
}

/** A file whose headers were read. */
interface OpenedFile extends FoundHeader {
  sheet: OpenSheet
  /** First batch of rows, with the header. */
  firstRows: readonly SheetRow[]
  /** The batches after the first. */
  batches: AsyncIterator<readonly SheetRow[]>
  /** The mapping of its columns. */
  map: ColumnMap
}

/** Opens a file and reads its headers, with the separator of the options or a guessed one. */
async function openFile(
  request: ImportRequest,
  file: ImportFile,
  body: ImportCheckBody,
): Promise<OpenedFile> {
  const sheet = await openImportSheet(file, body, request.signal)
  try {
    const batches = sheet.rows[Symbol.asyncIterator]()
    const firstRows = (await nextBatch(batches)) ?? []
    const importColumns = listImportColumns(request.caller, request.module)
    const foundHeader = findHeader(firstRows, importColumns, body.header_line)
    const map = mapColumns(
      listHeaders(foundHeader.header, sheet, foundHeader.rowsBelow),
      importColumns,
      body.mapping,
    )
    return { ...foundHeader, sheet, firstRows, batches, map }
  } catch (error) {
    await sheet.close()
    throw error
  }
}

/**
 * Opens a file and reads its headers. When the separator was guessed and no header matches a column, the separator with the
 * most matches is used. The guess can be wrong: commas within texts may be in more lines than the semicolons between cells.
 */
async function openWithBestSeparator(
  request: ImportRequest,
  file: ImportFile,
  body: ImportCheckBody,
): Promise<OpenedFile> {
  let best = await openFile(request, file, body)
  const { format } = best.sheet
  if (format.kind === 'xlsx' || best.map.filled.length > 0 || body.separator || body.mapping) return best
  for (const separator of separators.filter((one) => one !== format.separator)) {
    // A file that cannot be read with this separator was not written with it.
    const other = await openFile(request, file, { ...body, separator }).catch(() => best)
    if (other === best) continue
    const [better, worse] = other.map.filled.length > best.map.filled.length ? [other, best] : [best, other]
    await worse.sheet.close()
    best = better
  }
  return best
}

/** Creates the error of a file without a known header; its data let the user map the columns. */
function createNoHeadersError(
  { caller, module }: ImportRequest,
  reading: ImportReading,
  { columns }: ColumnMap,
): HttpError {
  const data: ImportHeaders = { reading, columns, paths: listFillablePaths(caller, module) }
  const fields = [{ path: 'mapping', key: 'import.no_headers', params: { line: reading.headerLine } }]
  return createHttpError('validation.failed', { fields, data })
}

/** Opens a file with the options of the request. @throws HttpError with an issue at `file` when it cannot be read */
export async function openImportSheet(
  { path, kind }: ImportFile,
  { encoding, separator, sheet }: ImportCheckBody,
  signal: AbortSignal,
): Promise<OpenSheet> {
  try {
    // The casts are safe: the route's schema accepts no other values.
    return await openSheet(path, kind, {
      ...(encoding !== undefined && { encoding: encoding as Encoding }),
      ...(separator !== undefined && { separator: separator as Separator }),
      ...(sheet !== undefined && { sheet }),
      signal,
    })
  } catch (error) {
    throw toHttpError(error)
  }
}

/** Reads the lines below the header as values of the module's fields. */
async function* readLines(
  { deps, caller, locale }: ImportRequest,
  { empty = defaultImportOptions.empty }: ImportCheckBody,
  { map: { filled, columns }, sheet: { format }, rowsBelow, batches }: OpenedFile,
  inspectRow: SheetInspector['inspectRow'],
): AsyncGenerator<readonly InputRow[]> {
  const { kysely } = deps.db
  const isCsv = format.kind === 'csv'
  const fields = filled.map(({ column }) => column.field)
  const relatedLabels = await loadRelatedLabels(
    { kysely, registry: deps.registry },
    { caller, locale },
    fields,
  )
  const cellContext = { locale, zone: await readForumZone(kysely), related: relatedLabels }
  const readOptions = {
    columns: filled,
    hasEscapedFormulas: isCsv,
    empty,
    cellContext,
    // A CSV line with more cells than the header has a comma too many. A workbook's cells cannot shift.
    width: isCsv ? columns.length : undefined,
  }
  for (let rows: readonly SheetRow[] | undefined = rowsBelow; rows; rows = await nextBatch(batches)) {
    yield rows.filter(inspectRow).map((row) => toInputRow(row, readOptions))
  }
}

/**
 * Lists the headers. Columns of a workbook that have cells but no header get an empty one, so that users can map them. In a
 * CSV file, such cells are an error of their line.
 * @param rows the first rows below the header
 */
function listHeaders({ cells }: SheetRow, { format }: OpenSheet, rows: readonly SheetRow[]): string[] {
  const headers = cells.map(formatShortCell)
  if (format.kind === 'csv') return headers
  const columnCount = Math.max(headers.length, ...rows.map((row) => row.cells.length))
  return [...headers, ...Array.from({ length: columnCount - headers.length }, () => '')]
}

/** Reads the next batch of rows; undefined at the end of the file. @throws HttpError as {@link openImportSheet} does */
async function nextBatch(
  batches: AsyncIterator<readonly SheetRow[]>,
): Promise<readonly SheetRow[] | undefined> {
  try {
    const next = await batches.next()
    return next.done ? undefined : next.value
  } catch (error) {
    throw toHttpError(error)
  }
}

/** Converts an unreadable file into the error of the field `file`. */
function toHttpError(error: unknown): unknown {
  return error instanceof InvalidSheetError
    ? createInvalidBodyError('file', `sheet.${error.reason}`, error.params)
    : error
}

/** Describes how the file was read, with its first lines, among which the user can choose another header line. */
function describeReading(
  { format, encodings, sheets }: OpenSheet,
  headerLine: number,
  firstRows: readonly SheetRow[],
): ImportReading {
  const firstLines = firstRows
    .slice(0, headerSearchLines)
    .map(({ line, cells }) => ({ line, text: formatLine(cells) }))
  if (format.kind === 'xlsx')
    return { kind: 'xlsx', sheet: format.sheet, ...(sheets && { sheets }), headerLine, firstLines }
  const { encoding, separator } = format
  return { kind: 'csv', encoding, ...(encodings && { encodings }), separator, headerLine, firstLines }
}

/** Maximum length of a line in the report, in characters. */
const maxLineCharacters = 80

/** Formats a line of the file for the report: `Title | Room | Start`. */
function formatLine(cells: SheetRow['cells']): string {
  const text = cells.map(formatShortCell).filter(Boolean).join(' | ')
  return text.length > maxLineCharacters ? `${text.slice(0, maxLineCharacters - 1).toWellFormed()}…` : text
}

/** Rows of the request body per batch. Files determine their own batches. */
const rowsPerBatch = 200

/** Creates lines from the rows of the request body; line numbers start at 1. */
export function createInlineLines(
  { caller, module }: ImportRequest,
  rows: NonNullable<ImportCheckBody['rows']>,
): ImportLines {
  const importColumns = listImportColumns(caller, module)
  const identityKeysOfCaller = importColumns
    .filter(({ key }) => key === 'id' || key === 'version')
    .map(({ key }) => key)
  const writable = new Set([...listImportableFields(caller, module).keys(), ...identityKeysOfCaller])
  // A field that the caller sees is reported as read-only, any other as unknown.
  const visible = visibleFields(caller, module, 'output')
  const toRow = (row: Readonly<Record<string, unknown>>, index: number): InputRow => ({
    line: index + 1,
    ...readFields(row, writable, visible),
    cellTexts: new Map(),
  })
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  return {
    columns: [],
    filled: [],
    paths: new Set(importColumns.filter(({ key }) => keys.has(key)).map(({ path }) => path)),
    batches: splitIntoBatches(rows.map(toRow)),
    notes: () => [],
    close: async () => {},
  }
}

async function* splitIntoBatches(rows: readonly InputRow[]): AsyncGenerator<readonly InputRow[]> {
  for (let from = 0; from < rows.length; from += rowsPerBatch) yield rows.slice(from, from + rowsPerBatch)
}
