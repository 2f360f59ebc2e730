import { parseFilterJson } from '#contract/filter-json.ts'
import { parseFilters, parseSorters, type FilterItem, type Sorters } from '#contract/filters.ts'
import { QuerySyntaxError } from '#contract/grammar-error.ts'
import { toListQuery } from '#contract/list-query.ts'

/** A column that a person chose. */
export interface ChosenColumn {
  field: string
  /** Width in CSS pixels; that of the definition when absent. */
  width?: number
}

/** What of a list is shown and how: all of it stands in the address. */
export interface ListState {
  words: string
  filters: readonly FilterItem[]
  /** Those of the definition when empty. */
  sorters: Sorters
  /** Those of the definition when absent. */
  columns?: readonly ChosenColumn[] | undefined
}

/** The query of an address, as the router has read it: numbers and booleans among it. */
export type Search = Readonly<Record<string, unknown>>

/**
 * Reads the state of a list from an address: its filters, sorters and words as the wire has them.
 * @returns undefined when the address is not understood, typed by hand or cut off on its way
 */
export function parseListState(search: Search): ListState | undefined {
  try {
    const columns = parseColumns(text(search['columns']))
    return {
      words: text(search['q']),
      filters: [...parseFilters(text(search['filters'])), ...parseFilterJson(text(search['fq']) || '[]')],
      sorters: parseSorters(text(search['sorters'])),
      ...(columns && { columns }),
    }
  } catch (error) {
    if (error instanceof QuerySyntaxError) return undefined
    throw error
  }
}

/** The query of the address that shows this; what is as it is by itself is left out. */
export function writeListState({ words, filters, sorters, columns }: ListState): Record<string, string> {
  const query = toListQuery({ filters, sorters, q: words })
  return columns ? { ...query, columns: columns.map(writeColumn).join(',') } : query
}

/** The router reads `q=2023` as a number and `fq=[…]` as an array. */
function text(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** `name:240,status` */
function parseColumns(columns: string): ChosenColumn[] | undefined {
  if (columns === '') return undefined
  return columns.split(',').map((column) => {
    const [field = '', width, ...more] = column.split(':')
    if (!/^\w+$/.test(field) || more.length > 0 || (width !== undefined && !/^\d{2,4}$/.test(width)))
      throw new QuerySyntaxError('query.unknown_field', column)
    return width === undefined ? { field } : { field, width: Number(width) }
  })
}

const writeColumn = ({ field, width }: ChosenColumn) => (width === undefined ? field : `${field}:${width}`)
