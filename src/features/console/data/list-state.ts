import { parseFilterJson } from '#contract/filter-json.ts'
import { parseFilters, parseSorters, type FilterItem, type Sorters } from '#contract/filters.ts'
import { QuerySyntaxError } from '#contract/grammar-error.ts'
import { toListQuery } from '#contract/list-query.ts'

/** A column that the user chose. */
export interface ChosenColumn {
  field: string
  /** Width in CSS pixels; that of the definition when absent. */
  width?: number
}

/** The state of a list; all of it is in the URL. */
export interface ListState {
  searchText: string
  filters: readonly FilterItem[]
  /** The sorters of the definition when empty. */
  sorters: Sorters
  /** The columns of the definition when absent. */
  columns?: readonly ChosenColumn[] | undefined
}

/** The search parameters as the router parses them: some are numbers or booleans. */
export type Search = Readonly<Record<string, unknown>>

/**
 * Parses the state of a list from search parameters: filters, sorters and search text in the format of the
 * API.
 * @returns undefined when the parameters are invalid, for example typed by hand or truncated
 */
export function parseListState(search: Search): ListState | undefined {
  try {
    const columns = parseColumns(toText(search['columns']))
    return {
      searchText: toText(search['q']),
      filters: [...parseFilters(toText(search['filters'])), ...parseFilterJson(toText(search['fq']) || '[]')],
      sorters: parseSorters(toText(search['sorters'])),
      ...(columns && { columns }),
    }
  } catch (error) {
    if (error instanceof QuerySyntaxError) return undefined
    throw error
  }
}

/** Serializes the state of a list to search parameters. Defaults are left out. */
export function writeListState({ searchText, filters, sorters, columns }: ListState): Record<string, string> {
  const query = toListQuery({ filters, sorters, q: searchText })
  return columns ? { ...query, columns: columns.map(writeColumn).join(',') } : query
}

/** The router reads `q=2023` as a number and `fq=[…]` as an array. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Parses `name:240,status`: names of fields, each with an optional width in CSS pixels. */
function parseColumns(columns: string): ChosenColumn[] | undefined {
  if (columns === '') return undefined
  return columns.split(',').map((column) => {
    const [field = '', width, ...extraParts] = column.split(':')
    if (!/^\w+$/.test(field) || extraParts.length > 0 || (width !== undefined && !/^\d{2,4}$/.test(width)))
      throw new QuerySyntaxError('query.unknown_field', column)
    return width === undefined ? { field } : { field, width: Number(width) }
  })
}

const writeColumn = ({ field, width }: ChosenColumn) => (width === undefined ? field : `${field}:${width}`)
