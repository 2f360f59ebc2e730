import type { FieldIssue } from './envelope.ts'
import type { Localized } from './locale.ts'

/**
 * Imports and exports of rows as files. A path names a column of the module: the key of a field (`speaker`), or of a
 * localized field with a language (`title.en`). Letters name a column of the file as in Excel: `A`, `AB`.
 */

/** What an import does with rows: create new ones, update existing ones, or both. */
export const importModes = ['create', 'update', 'upsert'] as const

export type ImportMode = (typeof importModes)[number]

/** What happens if some rows are invalid: nothing is written, or the invalid rows are skipped. */
export const onErrors = ['stop', 'skip'] as const

export type OnError = (typeof onErrors)[number]

/** Effect of an empty cell on an existing row: its value is cleared, or unchanged. */
export const emptyCells = ['clear', 'keep'] as const

export type EmptyCells = (typeof emptyCells)[number]

/** Encodings that a CSV file may have. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]

/** Delimiters of a CSV file. */
export const separators = [',', ';', '\t'] as const

export type Separator = (typeof separators)[number]

/** Body of `POST /import/{module}` for a dry run: one of `file` and `rows`. */
export interface ImportCheckBody {
  /** Number of a file that was uploaded with `purpose` `import`. */
  file?: string
  /** Rows by fields, as in bodies of `POST /front/post`. They may contain `id`. */
  rows?: readonly Readonly<Record<string, unknown>>[]
  /** `upsert` by default. */
  mode?: ImportMode
  /**
   * Paths of the columns that identify existing rows. By default `id` if the file has it, else the first unique field;
   * without either, every line creates a row.
   */
  match?: readonly string[]
  /** Path that each column fills, by the column's letters; null to ignore it. Other columns are mapped by their headers. */
  mapping?: Readonly<Record<string, string | null>>
  /** `stop` by default. */
  on_error?: OnError
  /** `clear` by default. */
  empty?: EmptyCells
  /** For a CSV file, if the detected value is wrong: one of {@link encodings}. */
  encoding?: string
  /** One of {@link separators}. */
  separator?: string
  /** Name of a workbook's sheet; by default the first one that is not empty. */
  sheet?: string
  /** Line number of the headers, from 1 to 20; by default the line with the most known column names. */
  header_line?: number
}

/**
 * Body of `POST /import/{module}` that commits a dry run. It may repeat options and rows of the dry run, which must then
 * be equal; only `on_error` may change.
 */
export interface ImportCommitBody extends ImportCheckBody {
  /** `token` of the dry run's report. */
  token: string
}

/** A column of the file and its field. */
export interface ImportColumn {
  letters: string
  /** Its header in the file, shortened; empty when it has none. */
  header: string
  /** Path that it fills; null for a column that is ignored. */
  path: string | null
}

/** One issue in the file. */
export interface ImportIssue extends FieldIssue {
  /** Line number in the file, or number of the item of `rows`; from 1. */
  line: number
  /** Letters of the column; null for an issue of the whole row, or when `rows` were sent. */
  column: string | null
  /** Content of the cell; empty for masked values. */
  value: string
}

/** All issues of one kind in one column. */
export interface ImportIssueGroup {
  key: string
  /** Letters of the column; null for issues of whole rows, or when `rows` were sent. */
  column: string | null
  /** Key of the field in the module's definition; empty for issues of whole rows. */
  field: string
  /** Message of the first issue. */
  text: string
  count: number
  /** Line of the first issue. */
  line: number
}

/** Numbers of rows. `rows` is the sum of the others. */
export interface ImportCounts {
  rows: number
  created: number
  updated: number
  unchanged: number
  /** Rows with issues. They are never written. */
  bad: number
}

/** How a file was read. */
export interface ImportReading {
  kind: 'csv' | 'xlsx'
  /** Only for CSV; `encodings` lists the other possible encodings. */
  encoding?: string
  encodings?: readonly string[]
  /** Only for CSV. */
  separator?: string
  /** Name of the sheet that was read. Only for a workbook. */
  sheet?: string
  /** Names of all visible sheets. */
  sheets?: readonly string[]
  /** Line number of the headers. */
  headerLine: number
  /** The first lines that are not empty, shortened, among which the user chooses the headers. */
  firstLines?: readonly { line: number; text: string }[]
}

/** Preview of one of the first rows. */
export interface ImportSample {
  line: number
  /** What the commit does with the row. */
  deed: 'create' | 'update' | 'unchanged'
  /** Values after the import, by field. */
  values: Readonly<Record<string, unknown>>
}

/** Data of the response if no column of a file has a known name. The user needs it to assign the columns. */
export type ImportHeaders = Pick<ImportReport, 'reading' | 'columns' | 'paths'>

/** Outcome of an import. */
export type ImportState = 'checked' | 'committed' | 'undone' | 'cancelled'

/** Answer of `POST /import/{module}`, of a dry run and of its commit. */
export interface ImportReport {
  /** Token for one commit by this caller until `expiresAt`. */
  token: string
  state: ImportState
  /** Instant until which the token is valid; after the commit, until which the import can be undone. */
  expiresAt: string
  mode: ImportMode
  onError: OnError
  /** What the commit will do, or did. */
  counts: ImportCounts
  /** Absent when rows were sent. */
  reading?: ImportReading
  columns: readonly ImportColumn[]
  /** Every path that may be filled, with the label of its column. */
  paths: readonly { path: string; label: Localized; required: boolean }[]
  /** Paths of the columns that identified rows; empty when every line creates one. */
  match: readonly string[]
  /** The first rows; empty in a stored report, which holds no values of the file. */
  sample: readonly ImportSample[]
  /** The first issues, in the order of the file; the error file contains all of them. */
  faults: readonly ImportIssue[]
  /** Number of all issues. */
  faultCount: number
  /** All issues by kind and column, the most frequent first. */
  faultGroups: readonly ImportIssueGroup[]
  /** Warnings for the first rows that overlap others in room and time. */
  warnings?: readonly ImportIssue[]
  /** Number of warnings; absent when there are none. */
  warningCount?: number
  /** The caller's name of the file; absent when rows were sent. */
  fileName?: string
  /** After the commit: `updated_at` of every written row. Instant. */
  writtenAt?: string
  /** What the user should know first, for example that every row is new because no column identifies rows. */
  notes: readonly { key: string; text: string }[]
}

/** Progress of a running import, sent as server-sent events `progress`. An event `result` or `refusal` ends the stream. */
export interface ImportProgress {
  /** `waiting`: earlier imports run first. */
  step: 'waiting' | 'checking' | 'writing'
  /** Processed rows. */
  rows: number
  /** Total of rows, once known. */
  total?: number
}

/** Answer of `POST /import/{module}/undo`. */
export interface UndoReport {
  /** Number of restored rows. */
  undone: number
  /** Number of rows that stay unchanged, because somebody has changed or referred to them since the import. */
  left: number
}

/** Body of `POST /export/{module}`. Filters, sorters and search text are in the URL as for a list. */
export interface ExportBody {
  /** Only these rows, in this order; by default the rows that the URL selects. */
  ids?: readonly string[]
  /** `csv` by default. */
  format?: 'csv' | 'xlsx'
  /** Paths of the columns; by default all that the caller may export. */
  columns?: readonly string[]
  /** Returns only the count of the export, {@link ExportCount}. */
  count?: boolean
}

/** Response of an export that only counts. */
export interface ExportCount {
  rows: number
  columns: readonly { path: string; label: Localized }[]
}
