import type { FieldIssue } from './envelope.ts'
import type { Localized } from './locale.ts'

/** What an import does with rows: makes new ones, changes those that are there, or both by what it finds. */
export const importModes = ['create', 'update', 'upsert'] as const

export type ImportMode = (typeof importModes)[number]

/** What becomes of the good rows when some are bad: nothing is written, or the bad ones are left out. */
export const onErrors = ['stop', 'skip'] as const

export type OnError = (typeof onErrors)[number]

/** What an empty cell says of a row that is there: its value goes, or stays. */
export const emptyCells = ['clear', 'keep'] as const

export type EmptyCells = (typeof emptyCells)[number]

/** How the text of a CSV file may be encoded. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]

/** What may part the cells of a CSV file. */
export const separators = [',', ';', '\t'] as const

export type Separator = (typeof separators)[number]

/** Body of `POST /import/{module}` for a dry run: one of `file` and `rows`. */
export interface ImportCheckBody {
  /** Number of a file that was uploaded with `purpose` `import`. */
  file?: string
  /** Rows by fields, as bodies of `POST /front/post` have them; `id` may stand among them. */
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
  /** When what was found out is wrong: of a CSV file. */
  encoding?: string
  separator?: string
  /** Name of a workbook's sheet; the first one with anything in it by default. */
  sheet?: string
  /** Line of the headers as Excel shows it, of the first twenty; that in which most columns are known by default. */
  header_line?: number
}

/** Body of `POST /import/{module}` that carries out what a dry run told. What it repeats of it must be the same. */
export interface ImportCommitBody extends ImportCheckBody {
  token: string
}

/** A column of the file and what becomes of it. */
export interface ImportColumn {
  /** As Excel shows it: `A`. */
  letters: string
  header: string
  /** Path that it fills (`title.en`), or null. */
  path: string | null
}

/** One thing wrong in the file. */
export interface ImportIssue extends FieldIssue {
  /** The row as Excel shows it, from 1; of `rows` their place, from 1. */
  line: number
  /** Letters of the column; null when it is the row that is wrong, or when rows were sent. */
  column: string | null
  /** What the cell shows; empty for what is shown masked. */
  value: string
}

/** All faults of one kind in one column. */
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
  /** Of CSV; what else its bytes could be stands in `encodings`. */
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

/** What the answer carries when no column of a file has a known name: what a person needs to assign them. */
export type ImportHeaders = Pick<ImportReport, 'reading' | 'columns' | 'paths'>

/** What became of an import. */
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
  /** Rows that will stand beside others in one place at one time: nothing is refused for it. The first of them. */
  warnings?: readonly ImportIssue[]
  /** How many warnings there are; absent when none. */
  warningCount?: number
  /** What its person called the file; absent when rows were sent. */
  fileName?: string
  /** Of a committed import: `updated_at` of every row that it wrote. Instant. */
  writtenAt?: string
  /** What the person should know before: as that every row is new because nothing says which are known. */
  notes: readonly { key: string; text: string }[]
}

/** What is told while an import goes on, as server-sent events `progress`; then comes `result` or `refusal`. */
export interface ImportProgress {
  step: 'waiting' | 'checking' | 'writing'
  /** Rows that are through. */
  rows: number
  /** Of how many, once that is known. */
  total?: number
}

/** Answer of `POST /import/{module}/undo`. */
export interface UndoReport {
  /** Rows that are as they were before. */
  undone: number
  /** Rows that somebody changed or named since; they stay as they are. */
  left: number
}

/** Body of `POST /export/{module}`; filters, sorters and words stand in the address as for a list. */
export interface ExportBody {
  /** Only these rows, in their order; else those of the address. */
  ids?: readonly string[]
  /** `csv` by default. */
  format?: 'csv' | 'xlsx'
  /** Paths of the columns; all that the caller may have by default. */
  columns?: readonly string[]
  /** Answers what would come, {@link ExportCount}, and nothing else. */
  count?: boolean
}

/** Answer of an export that only asks. */
export interface ExportCount {
  rows: number
  columns: readonly { path: string; label: Localized }[]
}
