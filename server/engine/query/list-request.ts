import {
  parseFilterJson,
  parseFilters,
  parseSorters,
  type FilterItem,
  type Sorters,
} from '#contract/filters.ts'
import { castBoolean } from '#contract/form/cast-value.ts'
import { limits } from '#contract/forum.ts'
import { QuerySyntaxError } from '#contract/query-syntax-error.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { ErrorKey } from '#contract/errors.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'

/** The query parameters of a request that reads rows, by name. */
export type ListQuery = Readonly<Partial<Record<string, string>>>

/** A parsed list request, before permissions are checked. */
export interface ListRequest {
  /** Conditions of the caller; a row must match all of them. */
  items: readonly FilterItem[]
  /** The order that the caller asks for; empty for the module's default order. */
  sorters: Sorters
  /** The search as the user typed it; empty for no search. */
  words: string
  /** Page number, from 1. */
  page: number
  /** Rows per page; 0 for all rows. */
  size: number
  /** Keys of the fields to return; those of the surface `list` when undefined. */
  fields: readonly string[] | undefined
  /** Includes unpublished rows. */
  drafts: boolean
  /** Only the caller's own rows, even when the caller may see others. */
  own: boolean
  /** Includes the caller's permissions on each row. */
  withRights: boolean
  /** Conditions that a definition adds. Unlike those of the caller they may name any field. */
  extraItems?: readonly FilterItem[]
}

/** Maximum number of filter items in a request, alternatives included. */
const maxFilters = 20
/** Maximum number of fields to sort by. */
const maxSorters = 3
/** Maximum rows per page: for organisers in the console, and for everybody else. */
const maxSize = { reader: 100, organiser: 500 }

/**
 * Parses the query of a list request.
 * @param isOrganiser true for a caller in the console, whose pages may be longer
 * @throws HttpError for anything that does not parse or exceeds a limit
 */
export function parseListQuery(
  query: ListQuery,
  definition: ModuleDefinition,
  isOrganiser: boolean,
): ListRequest {
  const items = [
    // Two notations of the same conditions: the short one of addresses, and JSON, which can express any value.
    ...parseParameter(parseFilters, query['filters']),
    ...parseParameter(parseFilterJson, query['fq'] ?? '[]'),
  ]
  if (countItems(items) > maxFilters)
    throw createParameterError('query.too_many_filters', 'filters', { max: maxFilters })
  const sorters = parseParameter(parseSorters, query['sorters'])
  if (Object.keys(sorters).length > maxSorters)
    throw createParameterError('query.too_many_sorters', 'sorters', { max: maxSorters })
  const words = (query['q'] ?? '').trim()
  if (words.length > limits.searchCharacters) throw createParameterError('query.invalid_value', 'q')
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

/** Parses `page` and `size` within the module's limits. */
function parsePaging(
  query: ListQuery,
  definition: ModuleDefinition,
  isOrganiser: boolean,
): { page: number; size: number } {
  const page = parseCount(query['page'], 1)
  if (page === undefined || page < 1) throw createParameterError('query.invalid_page', 'page')
  const size = parseCount(query['size'], limits.pageSize)
  const maxRows = isOrganiser ? maxSize.organiser : maxSize.reader
  if (size === undefined || size > maxRows)
    throw createParameterError('query.invalid_size', 'size', { max: maxRows })
  if (size === 0) {
    if (definition.limits.allRows === 0)
      throw createParameterError('query.invalid_size', 'size', { max: maxRows })
    if (page > 1) throw createParameterError('query.invalid_page', 'page')
  }
  // No page ends beyond `reach` rows.
  const { reach } = definition.limits
  if (page * size > reach) throw createParameterError('query.too_far', 'page', { max: reach })
  return { page, size }
}

/** Parses a flag of the query; an absent one is false. */
export function parseFlag(text: string | undefined, path: string): boolean {
  if (text === undefined) return false
  const flag = castBoolean(text)
  if (flag === undefined) throw createParameterError('query.invalid_value', path)
  return flag
}

/** Parses the parameter `with`. @returns true when rows include the caller's permissions */
export function parseWith(text: string | undefined): boolean {
  if (text !== undefined && text !== '' && text !== 'permissions')
    throw createParameterError('query.invalid_value', 'with')
  return text === 'permissions'
}

/** Parses keys of fields joined by commas; undefined without any. */
function parseNames(text: string | undefined): string[] | undefined {
  return text === undefined || text === '' ? undefined : [...new Set(text.split(','))]
}

/**
 * Parses a number of up to 9 digits, which is always a safe integer.
 * @returns `defaultCount` without the parameter, undefined for a text that is no such number
 */
function parseCount(text: string | undefined, defaultCount: number): number | undefined {
  if (text === undefined || text === '') return defaultCount
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Counts filter items with their alternatives. */
function countItems(items: readonly FilterItem[]): number {
  return items.reduce((sum, item) => sum + 1 + countItems(item.ors ?? []), 0)
}

/** Parses a parameter, an absent one as an empty text. @throws HttpError that names the place of a syntax error */
function parseParameter<Result>(parse: (text: string) => Result, text = ''): Result {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof QuerySyntaxError) throw createParameterError(error.key, error.path)
    throw error
  }
}

/** Creates the error of a query parameter. @param path name of the parameter */
function createParameterError(
  key: ErrorKey,
  path: string,
  params: Readonly<Record<string, number>> = {},
): HttpError {
  return createHttpError(key, { params, fields: [{ path, key, params }] })
}
