import { isOperator, type FilterItem, type FilterScalar } from './filters.ts'
import { QuerySyntaxError } from './grammar-error.ts'

/** Maximum depth of nested alternatives (`ors`). */
const maxOrLevels = 2

/**
 * Reads the parameter `fq`: a JSON array of filter items, for filters that the legacy form cannot express.
 * @throws QuerySyntaxError for any other input; nothing is ignored
 */
export function parseFilterJson(text: string): FilterItem[] {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new QuerySyntaxError('query.invalid_filter', 'fq')
  }
  return toItems(data, 0)
}

/** Writes filter items as the parameter `fq`. */
export function writeFilterJson(items: readonly FilterItem[]): string {
  return JSON.stringify(items)
}

function toItems(data: unknown, level: number): FilterItem[] {
  if (!Array.isArray(data)) throw new QuerySyntaxError('query.invalid_filter', 'fq')
  if (level > maxOrLevels && data.length > 0) throw new QuerySyntaxError('query.too_deep', 'fq')
  return data.map((item: unknown) => toItem(item, level))
}

function toItem(data: unknown, level: number): FilterItem {
  if (typeof data !== 'object' || data === null) throw new QuerySyntaxError('query.invalid_filter', 'fq')
  const { param, op = 'eq', value, ors = [], ...unknownMembers } = data as Record<string, unknown>
  if (typeof param !== 'string' || Object.keys(unknownMembers).length > 0)
    throw new QuerySyntaxError('query.invalid_filter', 'fq')
  if (typeof op !== 'string' || !isOperator(op)) throw new QuerySyntaxError('query.unknown_operator', param)
  if (!isScalar(value) && !(Array.isArray(value) && value.every(isScalar)))
    throw new QuerySyntaxError('query.invalid_value', param)
  const alternatives = toItems(ors, level + 1)
  return { param, op, value, ...(alternatives.length > 0 ? { ors: alternatives } : {}) }
}

function isScalar(value: unknown): value is FilterScalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
