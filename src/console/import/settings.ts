import type { EmptyCells, ImportColumn, ImportMode } from '#contract/transfer.ts'

/** The field that the user assigned to each column, by the name of the column; null for none. */
export type ColumnAssignments = Readonly<Record<string, string | null>>

/** The user's settings of an import. The server detects the settings that are absent. */
export interface ImportSettings {
  mode: ImportMode
  /** What an empty cell does to the value of an existing row. */
  empty: EmptyCells
  /** Paths of the columns by which rows are matched. */
  match?: readonly string[] | undefined
  assignments: ColumnAssignments
  encoding?: string | undefined
  separator?: string | undefined
  sheet?: string | undefined
  /** Line of the headers, from 1. */
  headerLine?: number | undefined
}

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

/** Builds the mapping of a request: the user's assignments for the columns of the file. */
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

/** Assigns a field to a column, and removes it from any other column. */
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
  const column = columns.find((one) => one.letters === letters)
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
