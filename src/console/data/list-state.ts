import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import {
  parseFilterJson,
  parseFilters,
  parseSorters,
  type FilterItem,
  type Sorters,
} from '#contract/filters.ts'
import { QuerySyntaxError } from '#contract/query-syntax-error.ts'
import { toListQuery } from '#contract/list-query.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { RowQueryParams } from './console-api.ts'

/** A column that the user chose. */
export interface ChosenColumn {
  /** Key of the field. */
  field: string
  /** Width in CSS pixels; that of the definition when absent. */
  width?: number
}

/** What a list shows, and in which order; all of it is in the URL. */
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
 * API, and the columns.
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

/**
 * Returns a function that changes members of the list's state in the URL. The open record stays open.
 * @param openId id of the open record; undefined when none is open
 * @returns a function of the changed members; its option `replace` adds no entry to the browser's history
 */
export function useSetListSearch(
  module: string,
  state: ListState,
  openId: string | undefined,
): (change: Partial<ListState>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, { replace = false } = {}) => {
      const search = writeListState({ ...state, ...change })
      if (openId === undefined) void navigate({ to: '/console/$module', params: { module }, search, replace })
      else void navigate({ to: '/console/$module/$id', params: { module, id: openId }, search, replace })
    },
    [navigate, module, state, openId],
  )
}

/** Converts a search parameter back to text: the router reads `q=2023` as a number and `fq=[…]` as an array. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/**
 * Parses `name:240,status`: keys of fields, each with an optional width in CSS pixels of two to four digits.
 * @returns undefined when the text is empty
 * @throws QuerySyntaxError for any other text
 */
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

/** Short text types in which users search. */
const textTypes = new Set<FieldMetadata['type']>(['string', 'email', 'phone'])
/**
 * A search sends one condition for each word in each field. The server accepts 20 conditions in a request
 * (`query.too_many_filters`), so 8 of them remain for the filters of the list.
 */
const maxFields = 4
const maxWords = 3

/** Whether the user can search the module, by full text or in short text fields. */
export function isSearchable(metadata: Pick<ModuleMetadata, 'fields'>): boolean {
  return hasFullTextSearch(metadata) || listTextFields(metadata).length > 0
}

/**
 * Combines search text and filters of a list. A module without full-text search is searched by `like`
 * conditions: each word in each short text field that the user may filter by.
 */
export function toSearchFilters(
  metadata: Pick<ModuleMetadata, 'fields'>,
  searchText: string,
  filters: readonly FilterItem[],
): Pick<RowQueryParams, 'filters' | 'q'> {
  if (searchText.trim() === '') return { filters }
  if (hasFullTextSearch(metadata)) return { filters, q: searchText }
  return { filters: [...filters, ...buildTextFilters(listTextFields(metadata), searchText)] }
}

/** Whether the server searches the module's full text (parameter `q`). */
const hasFullTextSearch = ({ fields }: Pick<ModuleMetadata, 'fields'>) =>
  Object.values(fields).some(({ searchable }) => searchable)

/** Lists the keys of the short text fields that `like` can search. */
const listTextFields = ({ fields }: Pick<ModuleMetadata, 'fields'>) =>
  Object.entries(fields)
    .filter(([, field]) => textTypes.has(field.type) && !field.masked && field.operators.includes('like'))
    .map(([name]) => name)
    .slice(0, maxFields)

/** Builds one filter item for each word: at least one of the fields contains it. */
function buildTextFilters(fields: readonly string[], searchText: string): FilterItem[] {
  return searchText
    .trim()
    .split(/\s+/)
    .slice(0, maxWords)
    .flatMap((value) => {
      const [firstFilter, ...alternatives] = fields.map((param): FilterItem => ({ param, op: 'like', value }))
      return firstFilter ? [{ ...firstFilter, ors: alternatives }] : []
    })
}

/** From this width on a list is a table and a record opens beside it; below, the record replaces the list. */
export const splitPaneQuery = '(width >= 1024px)'
