import type { EmptyCells, ImportColumn, ImportMode } from '#contract/transfer.ts'

/** Which field a column of a file fills by a person's word, by the name of the column; null for none. */
export type ColumnAssignments = Readonly<Record<string, string | null>>

/** What a person says of an import; what is absent the server finds out. */
export interface ImportSettings {
  mode: ImportMode
  empty: EmptyCells
  /** Columns' paths by which rows are found. */
  match?: readonly string[] | undefined
  wishes: ColumnAssignments
  encoding?: string | undefined
  separator?: string | undefined
  sheet?: string | undefined
  /** Line of the headers. */
  headerLine?: number | undefined
}

export const firstSettings: ImportSettings = { mode: 'upsert', empty: 'clear', wishes: {} }

/** How the file itself is read, which another file need not share. */
export const withoutReading = ({ mode, empty, match, wishes }: ImportSettings): ImportSettings => ({
  mode,
  empty,
  wishes,
  ...(match && { match }),
})

/**
 * The name by which a column is known again: its header, so that wishes hold for the next file with the same headers; its
 * letters where it has no header or shares it.
 */
export function getColumnName({ letters, header }: ImportColumn, columns: readonly ImportColumn[]): string {
  const own = header.trim()
  const isAlone = columns.filter((other) => other.header.trim() === own).length === 1
  return own !== '' && isAlone ? own : `#${letters}`
}

/** The mapping of a call: what the person wishes of the columns that the file has. */
export function toMapping(
  columns: readonly ImportColumn[],
  wishes: ColumnAssignments,
): Record<string, string | null> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const name = getColumnName(column, columns)
      return Object.hasOwn(wishes, name) ? [[column.letters, wishes[name] ?? null]] : []
    }),
  )
}

/** Wishes after a column was given a field. No other column keeps that field. */
export function assignColumn(
  columns: readonly ImportColumn[],
  wishes: ColumnAssignments,
  letters: string,
  path: string | null,
): ColumnAssignments {
  const filled = applyMapping(columns, wishes)
  const others = filled.filter(
    (column) => column.letters !== letters && column.path === path && path !== null,
  )
  const freed = others.map((column) => [getColumnName(column, columns), null])
  const column = columns.find((one) => one.letters === letters)
  if (!column) return wishes
  return { ...wishes, ...Object.fromEntries(freed), [getColumnName(column, columns)]: path }
}

/** What each column fills once the wishes hold. */
export function applyMapping(columns: readonly ImportColumn[], wishes: ColumnAssignments): ImportColumn[] {
  const mapping = toMapping(columns, wishes)
  return columns.map((column) =>
    Object.hasOwn(mapping, column.letters) ? { ...column, path: mapping[column.letters] ?? null } : column,
  )
}
