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
import { listFillablePaths, importColumns, importableFields } from './importable.ts'
import { findHeader, headerSearchLines, type FoundHeader, mapColumns, type ColumnMap } from './map-columns.ts'
import { watchSheet, type ImportNote, type SheetWatch } from './sheet-notes.ts'
import { visibleFields } from '../schema/visible-fields.ts'
import { readFields } from '../write/read-body.ts'

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
 * @throws HttpError for a file that cannot be read, at `file`, and for what the person says of it wrongly
 */
export async function openLines(
  call: ImportRequest,
  source: FileSource,
  body: ImportCheckBody,
): Promise<ImportLines> {
  const begun = await startWithBestSeparator(call, source, body)
  const { sheet, map, header, above, begin } = begun
  const reading = describeReading(sheet, header.line, begin)
  if (map.filled.length === 0) {
    await sheet.close()
    throw createNoHeadersError(call, reading, map)
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
interface StartedFile extends FoundHeader {
  sheet: OpenSheet
  /** Its first rows. */
  begin: readonly SheetRow[]
  batches: AsyncIterator<readonly SheetRow[]>
  map: ColumnMap
}

async function startFile(
  call: ImportRequest,
  source: FileSource,
  body: ImportCheckBody,
): Promise<StartedFile> {
  const sheet = await openImportSheet(source, body, call.signal)
  try {
    const batches = sheet.rows[Symbol.asyncIterator]()
    const begin = (await nextBatch(batches)) ?? []
    const possible = importColumns(call.caller, call.module)
    const found = findHeader(begin, possible, body.header_line)
    const map = mapColumns(listHeaders(found.header, sheet, found.first), possible, body.mapping)
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
async function startWithBestSeparator(
  call: ImportRequest,
  source: FileSource,
  body: ImportCheckBody,
): Promise<StartedFile> {
  let best = await startFile(call, source, body)
  const { format } = best.sheet
  if (format.kind === 'xlsx' || best.map.filled.length > 0 || body.separator || body.mapping) return best
  for (const separator of separators.filter((one) => one !== format.separator)) {
    // What cannot be read with another separator was not written with it.
    const other = await startFile(call, source, { ...body, separator }).catch(() => best)
    if (other === best) continue
    const [better, worse] = other.map.filled.length > best.map.filled.length ? [other, best] : [best, other]
    await worse.sheet.close()
    best = better
  }
  return best
}

/** No column has a known name: what the person needs to assign them goes with the answer. */
function createNoHeadersError(
  { caller, module }: ImportRequest,
  reading: ImportReading,
  { columns }: ColumnMap,
): HttpError {
  const data: ImportHeaders = { reading, columns, paths: listFillablePaths(caller, module) }
  const fields = [{ path: 'mapping', key: 'import.no_headers', params: { line: reading.headerLine } }]
  return createHttpError('validation.failed', { fields, data })
}

/** Opens a file as the person says that it is to be read. @throws HttpError at `file` when it cannot be read */
export async function openImportSheet(
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
    throw toHttpError(error)
  }
}

async function* readLines(
  { deps, caller, locale }: ImportRequest,
  { empty = defaultImportOptions.empty }: ImportCheckBody,
  { map: { filled, columns }, sheet: { format }, first, batches }: StartedFile,
  see: SheetWatch['see'],
): AsyncGenerator<readonly InputRow[]> {
  const { kysely } = deps.db
  const fields = filled.map(({ column }) => column.field)
  const related = await loadRelatedLabels({ kysely, registry: deps.registry }, { caller, locale }, fields)
  const cells = { locale, zone: await readForumZone(kysely), related }
  const width = format.kind === 'csv' ? columns.length : undefined
  const reading = { columns: filled, isDefused: format.kind === 'csv', empty, cells, width }
  for (let rows: readonly SheetRow[] | undefined = first; rows; rows = await nextBatch(batches)) {
    yield rows.filter(see).map((row) => toInputRow(row, reading))
  }
}

/** The headers; a workbook's columns that have none, but cells, stand behind them without a name. */
function listHeaders({ cells }: SheetRow, { format }: OpenSheet, rows: readonly SheetRow[]): string[] {
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
    throw toHttpError(error)
  }
}

/** Converts an unreadable file into the error of the field `file`. */
function toHttpError(error: unknown): unknown {
  return error instanceof InvalidSheetError
    ? createInvalidBodyError('file', `sheet.${error.reason}`, error.params)
    : error
}

function describeReading(
  { format, encodings, sheets }: OpenSheet,
  headerLine: number,
  begin: readonly SheetRow[],
): ImportReading {
  const firstLines = begin
    .slice(0, headerSearchLines)
    .map(({ line, cells }) => ({ line, text: lineText(cells) }))
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

/** Rows that are validated at once. */
const atOnce = 200

/** Rows that were sent with the call, as lines from 1. */
export function createInlineLines(
  { caller, module }: ImportRequest,
  rows: NonNullable<ImportCheckBody['rows']>,
): ImportLines {
  const possible = importColumns(caller, module)
  const naming = possible.filter(({ key }) => key === 'id' || key === 'version').map(({ key }) => key)
  const writable = new Map([...importableFields(caller, module).keys(), ...naming].map((key) => [key, key]))
  const visible = visibleFields(caller, module, 'output')
  const toRow = (row: Readonly<Record<string, unknown>>, index: number): InputRow => ({
    line: index + 1,
    ...readFields(row, writable, visible),
    shown: new Map(),
  })
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  return {
    columns: [],
    filled: [],
    paths: new Set(possible.filter(({ key }) => keys.has(key)).map(({ path }) => path)),
    batches: inBatches(rows.map(toRow)),
    notes: () => [],
    close: async () => {},
  }
}

async function* inBatches(rows: readonly InputRow[]): AsyncGenerator<readonly InputRow[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce)
}
