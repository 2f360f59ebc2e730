import type {
  EmptyCells,
  ImportColumn,
  ImportMode,
  ImportCheckBody,
  ImportHeaders,
  ImportProgress,
  ImportReport,
} from '#contract/transfer.ts'
import { ApiError } from '#platform/api.ts'

/** Path of the field that the user assigned to each column, by the name of the column; null for none. */
export type ColumnAssignments = Readonly<Record<string, string | null>>

/** The user's settings of an import. The server detects the settings that are absent. */
export interface ImportSettings {
  mode: ImportMode
  /** What an empty cell does to the value of an existing row. */
  empty: EmptyCells
  /** Paths of the columns by which rows are matched. */
  match?: readonly string[] | undefined
  assignments: ColumnAssignments
  /** Of a text file: its encoding, and the character between its columns. */
  encoding?: string | undefined
  separator?: string | undefined
  /** Of a workbook: the name of the sheet. */
  sheet?: string | undefined
  /** Line of the headers, from 1. */
  headerLine?: number | undefined
}

/** Settings before the user changes any. */
export const initialSettings: ImportSettings = { mode: 'upsert', empty: 'clear', assignments: {} }

/** Returns the settings without encoding, separator, sheet and header line, which may differ in another file. */
export const withoutFileFormat = ({ mode, empty, match, assignments }: ImportSettings): ImportSettings => ({
  mode,
  empty,
  assignments,
  ...(match && { match }),
})

/**
 * Returns the name that identifies a column: its header, so that assignments apply to the next file with the same
 * headers; its letters when it has no header or shares it.
 */
export function getColumnName({ letters, header }: ImportColumn, columns: readonly ImportColumn[]): string {
  const trimmedHeader = header.trim()
  const isUnique = columns.filter((other) => other.header.trim() === trimmedHeader).length === 1
  return trimmedHeader !== '' && isUnique ? trimmedHeader : `#${letters}`
}

/**
 * Builds the mapping of a request from the user's assignments: the path of a field, or null, by the letters of each
 * assigned column.
 */
export function toMapping(
  columns: readonly ImportColumn[],
  assignments: ColumnAssignments,
): Record<string, string | null> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const name = getColumnName(column, columns)
      return Object.hasOwn(assignments, name) ? [[column.letters, assignments[name] ?? null]] : []
    }),
  )
}

/**
 * Assigns a field to a column, and removes it from any other column.
 * @param letters the column
 * @param path path of the field; null for none
 */
export function assignColumn(
  columns: readonly ImportColumn[],
  assignments: ColumnAssignments,
  letters: string,
  path: string | null,
): ColumnAssignments {
  const assignedColumns = applyMapping(columns, assignments)
  const conflictingColumns = assignedColumns.filter(
    (column) => column.letters !== letters && column.path === path && path !== null,
  )
  const clearedAssignments = conflictingColumns.map((column) => [getColumnName(column, columns), null])
  const column = columns.find((candidate) => candidate.letters === letters)
  if (!column) return assignments
  return { ...assignments, ...Object.fromEntries(clearedAssignments), [getColumnName(column, columns)]: path }
}

/** Returns the columns with the user's assignments applied. */
export function applyMapping(
  columns: readonly ImportColumn[],
  assignments: ColumnAssignments,
): ImportColumn[] {
  const mapping = toMapping(columns, assignments)
  return columns.map((column) =>
    Object.hasOwn(mapping, column.letters) ? { ...column, path: mapping[column.letters] ?? null } : column,
  )
}

/** Dependencies of a check. */
export interface CheckDeps {
  check: (body: ImportCheckBody, progressOptions: ProgressOptions) => Promise<ImportReport>
}

/** Options of a request that processes rows. */
interface ProgressOptions {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** Result of a check. Without a report when no header of the file belongs to a field of the module. */
interface CheckResult {
  headers: ImportHeaders
  report?: ImportReport
}

/** Maximum number of checks: with the previous file's columns, with the actual ones, and one more attempt. */
const maxChecks = 3

interface CheckOptions {
  settings: ImportSettings
  /** Columns of the previous file, if any. */
  knownColumns: readonly ImportColumn[]
}

/**
 * Checks a file with the user's column assignments. The first check returns the columns of the file. When they differ
 * from the expected ones, the file is checked again with a mapping for the actual columns.
 */
export async function checkWithSettings(
  { check }: CheckDeps,
  file: string,
  { settings, knownColumns }: CheckOptions,
  progressOptions: ProgressOptions,
): Promise<CheckResult> {
  let columns = knownColumns
  for (let round = 1; ; round += 1) {
    const mapping = toMapping(columns, settings.assignments)
    const result = await runCheck(check, { file, ...toBody(settings), mapping }, progressOptions)
    columns = result?.headers.columns ?? []
    const isMappingUsed = JSON.stringify(toMapping(columns, settings.assignments)) === JSON.stringify(mapping)
    if (result && (isMappingUsed || round === maxChecks)) return result
  }
}

/** Builds the body of a check from the settings, without file and mapping. */
function toBody(settings: ImportSettings): ImportCheckBody {
  const { mode, empty, match, encoding, separator, sheet, headerLine } = settings
  return {
    mode,
    empty,
    ...(match && { match }),
    ...(encoding !== undefined && { encoding }),
    ...(separator !== undefined && { separator }),
    ...(sheet !== undefined && { sheet }),
    ...(headerLine !== undefined && { header_line: headerLine }),
  }
}

/**
 * Checks a file once.
 * @returns undefined when the file lacks a column of the mapping; then the caller needs the file's own columns
 */
async function runCheck(
  check: CheckDeps['check'],
  body: ImportCheckBody,
  progressOptions: ProgressOptions,
): Promise<CheckResult | undefined> {
  try {
    const report = await check(body, progressOptions)
    const { reading, columns, paths } = report
    return { report, headers: { columns, paths, ...(reading && { reading }) } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const key = error.fields[0]?.key
    if (key === 'import.no_headers' && isHeaders(error.data)) return { headers: error.data }
    if (key === 'import.no_column' && Object.keys(body.mapping ?? {}).length > 0) return undefined
    throw error
  }
}

/** Whether the data of an error response describes the columns of the file. */
const isHeaders = (data: unknown): data is ImportHeaders =>
  typeof data === 'object' && data !== null && 'columns' in data && 'paths' in data
