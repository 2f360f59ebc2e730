import type { FieldIssue } from './envelope.ts'
import type { Localized } from './locale.ts'

/** What an import does with rows: create new ones, update existing ones, or both. */
export const importModes = ['create', 'update', 'upsert'] as const

export type ImportMode = (typeof importModes)[number]

/** What happens if some rows are invalid: nothing is written, or the invalid rows are skipped. */
export const onErrors = ['stop', 'skip'] as const

export type OnError = (typeof onErrors)[number]

/** Effect of an empty cell on an existing row: its value is cleared, or unchanged. */
export const emptyCells = ['clear', 'keep'] as const

export type EmptyCells = (typeof emptyCells)[number]

/** How the text of a CSV file may be encoded. */
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
   * Columns' paths by whose values rows are found; by default `id` where the file has it, else the first field that no
   * two rows share.
   */
  match?: readonly string[]
  /** By the letters of the file's columns (`A`, `AB`) the path that a column fills, or null for none. */
  mapping?: Readonly<Record<string, string | null>>
  /** `stop` by default. */
  on_error?: OnError
  /** `clear` by default. */
  empty?: EmptyCells
  /** For a CSV file, if the detected value is wrong. */
  encoding?: string
  separator?: string
  /** Name of a workbook's sheet; the first one with anything in it by default. */
  sheet?: string
  /** Line of the headers as Excel shows it, of the first twenty; that in which most columns are known by default. */
  header_line?: number
}

/** Body of `POST /import/{module}` that carries out a dry run. It must repeat the body of the dry run unchanged. */
export interface ImportCommitBody extends ImportCheckBody {
  token: string
}

/** A column of the file and its field. */
export interface ImportColumn {
  /** As Excel shows it: `A`. */
  letters: string
  header: string
  /** Path that it fills (`title.en`), or null. */
  path: string | null
}

/** One error in the file. */
export interface ImportIssue extends FieldIssue {
  /** The row as Excel shows it, from 1; of `rows` their place, from 1. */
  line: number
  /** Letters of the column; null when it is the row that is wrong, or when rows were sent. */
  column: string | null
  /** Content of the cell; empty for masked values. */
  value: string
}

/** All errors of one kind in one column. */
export interface ImportIssueGroup {
  key: string
  /** Letters of the column; null when it is the row that is wrong, or when rows were sent. */
  column: string | null
  /** The field that they are about. */
  field: string
  /** Text of the first of them. */
  text: string
  count: number
  /** Line of the first of them. */
  line: number
}

/** Numbers of rows. */
export interface ImportCounts {
  rows: number
  created: number
  updated: number
  unchanged: number
  bad: number
}

/** How a file was read. */
export interface ImportReading {
  kind: 'csv' | 'xlsx'
  /** Of CSV; `encodings` lists the other possible ones. */
  encoding?: string
  encodings?: readonly string[]
  separator?: string
  /** Of a workbook. */
  sheet?: string
  sheets?: readonly string[]
  /** Line of the headers as Excel shows it. */
  headerLine: number
  /** The first lines with anything in them, shortened: one of them has the headers. */
  firstLines?: readonly { line: number; text: string }[]
}

/** One of the first rows, as it would be. */
export interface ImportSample {
  line: number
  deed: 'create' | 'update' | 'unchanged'
  /** What the import gives, by field. */
  values: Readonly<Record<string, unknown>>
}

/** Data of the response if no column of a file has a known name. The user needs it to assign the columns. */
export type ImportHeaders = Pick<ImportReport, 'reading' | 'columns' | 'paths'>

/** Outcome of an import. */
export type ImportState = 'checked' | 'committed' | 'undone' | 'cancelled'

/** Answer of `POST /import/{module}`, of a dry run and of its commit. */
export interface ImportReport {
  /** Carries it out, once, for this caller, within the time. */
  token: string
  state: ImportState
  /** Until when the token is good; of a committed import until when it can be undone. Instant. */
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
  match: readonly string[]
  sample: readonly ImportSample[]
  /** The first of them, in the order of the file; the error file has all. */
  faults: readonly ImportIssue[]
  faultCount: number
  /** All of them by kind and column, the most frequent first. */
  faultGroups: readonly ImportIssueGroup[]
  /** The first rows that overlap others in place and time. These are warnings only. */
  warnings?: readonly ImportIssue[]
  /** How many warnings there are; absent when none. */
  warningCount?: number
  /** The caller's name of the file; absent when rows were sent. */
  fileName?: string
  /** Of a committed import: `updated_at` of every row that it wrote. Instant. */
  writtenAt?: string
  /** What the user should know first, for example that every row is new because no column identifies rows. */
  notes: readonly { key: string; text: string }[]
}

/** Progress of a running import, sent as server-sent events `progress`. A `result` or `refusal` follows. */
export interface ImportProgress {
  step: 'waiting' | 'checking' | 'writing'
  /** Processed rows. */
  rows: number
  /** Total of rows, once known. */
  total?: number
}

/** Answer of `POST /import/{module}/undo`. */
export interface UndoReport {
  /** Rows that are as they were before. */
  undone: number
  /** Rows that somebody changed or referred to since. They stay unchanged. */
  left: number
}

/** Body of `POST /export/{module}`; filters, sorters and words are in the URL as for a list. */
export interface ExportBody {
  /** Only these rows, in their order; else those of the address. */
  ids?: readonly string[]
  /** `csv` by default. */
  format?: 'csv' | 'xlsx'
  /** Paths of the columns; all that the caller may have by default. */
  columns?: readonly string[]
  /** Returns only the count of the export, {@link ExportCount}. */
  count?: boolean
}

/** Response of an export that only counts. */
export interface ExportCount {
  rows: number
  columns: readonly { path: string; label: Localized }[]
}
