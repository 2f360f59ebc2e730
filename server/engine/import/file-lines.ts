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
import { showCell, toInputRow, type InputRow } from './input-row.ts'
import type { ImportRequest } from './import-deps.ts'
import { defaultImportOptions, createInvalidBodyError } from './import-options.ts'
import { fillablePaths } from './fillable-paths.ts'
import { importColumns } from './importable.ts'
import { findHeader, linesLookedAt, type FoundHeader } from './find-header.ts'
import { mapColumns, type ColumnMap } from './map-columns.ts'
import { watchSheet, type ImportNote, type SheetWatch } from './sheet-notes.ts'

/** The lines of an import, wherever they come from. */
export interface ImportLines extends ColumnMap {
  /** Absent when rows were sent. */
  reading?: ImportReading
  /** Absent when rows were sent. */
  format?: SheetFormat
  /** Paths that are filled. */
  paths: ReadonlySet<string>
  batches: AsyncIterable<readonly InputRow[]>
  /** What was left out or taken in another way than it stands, once all batches were read. */
  notes: () => ImportNote[]
  close(): Promise<void>
}

/** A file to be imported. */
export interface FileSource {
  path: string
  kind: 'csv' | 'xlsx'
}

/**
 * Opens a file and reads its headers.
 * @throws Refusal for a file that cannot be read, at `file`, and for what the person says of it wrongly
 */
export async function openLines(
  call: ImportRequest,
  source: FileSource,
  body: ImportCheckBody,
): Promise<ImportLines> {
  const begun = await beginWithHeaders(call, source, body)
  const { sheet, map, header, above, begin } = begun
  const reading = readingOf(sheet, header.line, begin)
  if (map.filled.length === 0) {
    await sheet.close()
    throw refuseHeaders(call, reading, map)
  }
  const watch = watchSheet(sheet, map, { header, above }, body.mapping)
  return {
    ...map,
    reading,
    format: sheet.format,
    paths: new Set(map.filled.map(({ column }) => column.path)),
    batches: readLines(call, body, begun, watch.see),
    notes: watch.notes,
    close: () => sheet.close(),
  }
}

/** A file whose headers were read. */
interface BegunFile extends FoundHeader {
  sheet: OpenSheet
  /** Its first rows. */
  begin: readonly SheetRow[]
  batches: AsyncIterator<readonly SheetRow[]>
  map: ColumnMap
}

async function beginFile(call: ImportRequest, source: FileSource, body: ImportCheckBody): Promise<BegunFile> {
  const sheet = await openOrRefuse(source, body, call.signal)
  try {
    const batches = sheet.rows[Symbol.asyncIterator]()
    const begin = (await nextBatch(batches)) ?? []
    const possible = importColumns(call.caller, call.module)
    const found = findHeader(begin, possible, body.header_line)
    const map = mapColumns(headersOf(found.header, sheet, found.first), possible, body.mapping)
    return { ...found, sheet, begin, batches, map }
  } catch (error) {
    await sheet.close()
    throw error
  }
}

/**
 * Begins a file. Where its separator was guessed and no header is known, that separator is taken with which most are:
 * commas within texts may stand in more lines than the semicolons of a table with gaps.
 */
async function beginWithHeaders(
  call: ImportRequest,
  source: FileSource,
  body: ImportCheckBody,
): Promise<BegunFile> {
  let best = await beginFile(call, source, body)
  const { format } = best.sheet
  if (format.kind === 'xlsx' || best.map.filled.length > 0 || body.separator || body.mapping) return best
  for (const separator of separators.filter((one) => one !== format.separator)) {
    // What cannot be read with another separator was not written with it.
    const other = await beginFile(call, source, { ...body, separator }).catch(() => best)
    if (other === best) continue
    const [better, worse] = other.map.filled.length > best.map.filled.length ? [other, best] : [best, other]
    await worse.sheet.close()
    best = better
  }
  return best
}

/** No column has a known name: what the person needs to assign them goes with the answer. */
function refuseHeaders(
  { caller, module }: ImportRequest,
  reading: ImportReading,
  { columns }: ColumnMap,
): HttpError {
  const data: ImportHeaders = { reading, columns, paths: fillablePaths(caller, module) }
  const fields = [{ path: 'mapping', key: 'import.no_headers', params: { line: reading.headerLine } }]
  return createHttpError('validation.failed', { fields, data })
}

/** Opens a file as the person says that it is to be read. @throws Refusal at `file` when it cannot be read */
export async function openOrRefuse(
  { path, kind }: FileSource,
  { encoding, separator, sheet }: ImportCheckBody,
  signal: AbortSignal,
): Promise<OpenSheet> {
  try {
    return await openSheet(path, kind, {
      ...(encoding !== undefined && { encoding: encoding as Encoding }),
      ...(separator !== undefined && { separator: separator as Separator }),
      ...(sheet !== undefined && { sheet }),
      signal,
    })
  } catch (error) {
    throw toRefusal(error)
  }
}

async function* readLines(
  { parts, caller, locale }: ImportRequest,
  { empty = defaultImportOptions.empty }: ImportCheckBody,
  { map: { filled, columns }, sheet: { format }, first, batches }: BegunFile,
  see: SheetWatch['see'],
): AsyncGenerator<readonly InputRow[]> {
  const { kysely } = parts.db
  const fields = filled.map(({ column }) => column.field)
  const related = await loadRelatedLabels({ kysely, registry: parts.registry }, { caller, locale }, fields)
  const cells = { locale, zone: await readForumZone(kysely), related }
  const width = format.kind === 'csv' ? columns.length : undefined
  const reading = { columns: filled, isDefused: format.kind === 'csv', empty, cells, width }
  for (let rows: readonly SheetRow[] | undefined = first; rows; rows = await nextBatch(batches)) {
    yield rows.filter(see).map((row) => toInputRow(row, reading))
  }
}

/** The headers; a workbook's columns that have none, but cells, stand behind them without a name. */
function headersOf({ cells }: SheetRow, { format }: OpenSheet, rows: readonly SheetRow[]): string[] {
  const width = format.kind === 'csv' ? 0 : Math.max(0, ...rows.map((row) => row.cells.length))
  const headers = cells.map(showCell)
  return [...headers, ...Array.from({ length: Math.max(0, width - headers.length) }, () => '')]
}

async function nextBatch(
  batches: AsyncIterator<readonly SheetRow[]>,
): Promise<readonly SheetRow[] | undefined> {
  try {
    const next = await batches.next()
    return next.done ? undefined : next.value
  } catch (error) {
    throw toRefusal(error)
  }
}

/** A file that cannot be read, as it is told at the file. */
function toRefusal(error: unknown): unknown {
  return error instanceof InvalidSheetError
    ? createInvalidBodyError('file', `sheet.${error.reason}`, error.params)
    : error
}

function readingOf(
  { format, encodings, sheets }: OpenSheet,
  headerLine: number,
  begin: readonly SheetRow[],
): ImportReading {
  const firstLines = begin.slice(0, linesLookedAt).map(({ line, cells }) => ({ line, text: lineText(cells) }))
  if (format.kind === 'xlsx')
    return { kind: 'xlsx', sheet: format.sheet, ...(sheets && { sheets }), headerLine, firstLines }
  const { encoding, separator } = format
  return { kind: 'csv', encoding, ...(encodings && { encodings }), separator, headerLine, firstLines }
}

/** Characters of a line by which a person knows it again. */
const lineCharacters = 80

function lineText(cells: SheetRow['cells']): string {
  const text = cells.map(showCell).filter(Boolean).join(' | ')
  return text.length > lineCharacters ? `${text.slice(0, lineCharacters - 1).toWellFormed()}…` : text
}
