import { parseFilterJson } from '#contract/filter-json.ts'
import { parseFilters, parseSorters, type FilterItem, type Sorters } from '#contract/filters.ts'
import { castBoolean } from '#contract/form/cast-value.ts'
import { limits } from '#contract/forum.ts'
import { QuerySyntaxError } from '#contract/grammar-error.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { ErrorKey } from '#contract/errors.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'

/** What a list call may say in its address. */
export type ListQuery = Readonly<Partial<Record<string, string>>>

/** A list call, read but not yet held against what the caller may see. */
export interface ListRequest {
  items: readonly FilterItem[]
  sorters: Sorters
  /** Words to search for; empty for none. */
  words: string
  page: number
  /** 0 for all rows. */
  size: number
  /** Names of the fields wanted; those of the surface `list` when absent. */
  fields: readonly string[] | undefined
  /** Rows that are not published too. */
  drafts: boolean
  /** The caller's own rows alone, however many others the caller may see. */
  own: boolean
  /** With what the caller may do with each row. */
  withRights: boolean
  /** Conditions of a definition, not of the caller: they may ask for any field. */
  fitting?: readonly FilterItem[]
}

/** Most conditions of a query, alternatives counted. */
const maxFilters = 20
const maxSorters = 3
/** Most rows a page, for everybody and for the console. */
const maxSize = { reader: 100, organiser: 500 }

/**
 * Reads the query of a list call.
 * @throws Refusal for anything that does not parse or goes over a limit
 */
export function parseListQuery(
  query: ListQuery,
  definition: ModuleDefinition,
  isOrganiser: boolean,
): ListRequest {
  const items = [...grammar(parseFilters, query['filters']), ...grammar(parseFilterJson, query['fq'] ?? '[]')]
  if (countOf(items) > maxFilters) throw refusePart('query.too_many_filters', 'filters', { max: maxFilters })
  const sorters = grammar(parseSorters, query['sorters'])
  if (Object.keys(sorters).length > maxSorters)
    throw refusePart('query.too_many_sorters', 'sorters', { max: maxSorters })
  const words = (query['q'] ?? '').trim()
  if (words.length > limits.searchCharacters) throw refusePart('query.invalid_value', 'q')
  return {
    items,
    sorters,
    words,
    ...parsePaging(query, definition, isOrganiser),
    fields: parseNames(query['fields']),
    drafts: parseFlag(query['drafts'], 'drafts'),
    own: parseFlag(query['own'], 'own'),
    withRights: parseWith(query['with']),
  }
}

/** Reads `page` and `size` and holds them against the module's limits. */
function parsePaging(
  query: ListQuery,
  definition: ModuleDefinition,
  isOrganiser: boolean,
): { page: number; size: number } {
  const page = parseCount(query['page'], 1)
  if (page === undefined || page < 1) throw refusePart('query.invalid_page', 'page')
  const size = parseCount(query['size'], limits.pageSize)
  const most = isOrganiser ? maxSize.organiser : maxSize.reader
  if (size === undefined || size > most) throw refusePart('query.invalid_size', 'size', { max: most })
  if (size === 0) {
    if (definition.limits.allRows === 0) throw refusePart('query.invalid_size', 'size', { max: most })
    if (page > 1) throw refusePart('query.invalid_page', 'page')
  }
  const { reach } = definition.limits
  if (page * size > reach) throw refusePart('query.too_far', 'page', { max: reach })
  return { page, size }
}

/** Reads a flag of the address; absent is no. */
export function parseFlag(text: string | undefined, path: string): boolean {
  if (text === undefined) return false
  const flag = castBoolean(text)
  if (flag === undefined) throw refusePart('query.invalid_value', path)
  return flag
}

/** Reads what rows are wanted with besides their fields. */
export function parseWith(text: string | undefined): boolean {
  if (text !== undefined && text !== '' && text !== 'permissions')
    throw refusePart('query.invalid_value', 'with')
  return text === 'permissions'
}

function parseNames(text: string | undefined): string[] | undefined {
  return text === undefined || text === '' ? undefined : [...new Set(text.split(','))]
}

function parseCount(text: string | undefined, absent: number): number | undefined {
  if (text === undefined || text === '') return absent
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function countOf(items: readonly FilterItem[]): number {
  return items.reduce((sum, item) => sum + 1 + countOf(item.ors ?? []), 0)
}

function grammar<Result>(parse: (text: string) => Result, text = ''): Result {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof QuerySyntaxError) throw refusePart(error.key, error.path)
    throw error
  }
}

function refusePart(key: ErrorKey, path: string, params: Readonly<Record<string, number>> = {}): HttpError {
  return createHttpError(key, { params, fields: [{ path, key, params }] })
}
