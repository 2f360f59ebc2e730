/**
 * The grammar of list queries: `param:op:value`, joined by `,`; `:` in a value is sent as
 * `#`; alternatives are joined by `||`.
 *
 * Arrays are joined by `|` in the query-all path and by `||` elsewhere, where alternatives are too. This is
 * unambiguous: a written value never contains `:`, and a condition always does. Between two `||`, text without `:`
 * continues the array before it, and text with `:` begins an alternative.
 *
 * The form has no escapes and no types. So the parser splits first and restores the colons last. Numbers and booleans
 * are parsed as text, which the server casts by the field's type. The writer parses what it wrote, and sends an item
 * that changes by that as JSON in `fq`.
 */
import { QuerySyntaxError } from './grammar-error.ts'

/** Filter operators of the list query. */
export const operators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'in',
  'nin',
  'between',
  'empty',
] as const

export type Operator = (typeof operators)[number]

export type FilterScalar = string | number | boolean

/** One condition of a list query. */
export interface FilterItem {
  param: string
  /** `eq` when absent. */
  op?: Operator
  value: FilterScalar | readonly FilterScalar[]
  /** Alternatives: the item holds when it or one of these holds. */
  ors?: readonly FilterItem[]
}

/** Field name to direction, in order of weight. */
export type Sorters = Readonly<Record<string, 'asc' | 'desc'>>

/** What joins the values of an array: `|` in the query-all path, `||` in every other. */
export type ArraySeparator = '|' | '||'

/** Operators whose value is an array even when it has one item. */
const listOperators = new Set<Operator>(['in', 'nin', 'between'])

/** True for the name of an operator. */
export function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name)
}

/** The items in the legacy form, and those that it cannot carry. */
export function writeFilters(
  items: readonly FilterItem[],
  separator: ArraySeparator = '|',
): { filters: string; rest: FilterItem[] } {
  const carried: string[] = []
  const rest: FilterItem[] = []
  for (const item of items) {
    const text = writeItem(item, separator)
    if (comesBack(text, item, separator)) carried.push(text)
    else rest.push(item)
  }
  return { filters: carried.join(','), rest }
}

/**
 * Reads the legacy form. Values are text.
 * @throws QuerySyntaxError for anything that does not parse; nothing is ever ignored
 */
export function parseFilters(text: string, separator: ArraySeparator = '|'): FilterItem[] {
  return text === '' ? [] : text.split(',').map((item) => parseItem(item, separator))
}

/**
 * Writes the sorters.
 * @throws QuerySyntaxError when a name is no field name
 */
export function writeSorters(sorters: Sorters): string {
  const text = Object.entries(sorters).map((pair) => pair.join(':'))
  for (const sorter of text) parseSorter(sorter)
  return text.join(',')
}

/**
 * Reads `field:asc,other:desc`, in order of weight; `ascend` and `descend` are taken too.
 * @throws QuerySyntaxError for anything that does not parse, and for a field named twice
 */
export function parseSorters(text: string): Sorters {
  if (text === '') return {}
  const pairs = text.split(',').map(parseSorter)
  const sorters = Object.fromEntries(pairs)
  if (Object.keys(sorters).length < pairs.length) throw new QuerySyntaxError('query.invalid_sorter', text)
  return sorters
}

/** The item as the legacy form gives it back: the operator named, values as text. */
export function asText(item: FilterItem): FilterItem {
  const value = Array.isArray(item.value) ? item.value.map(String) : String(item.value)
  const ors = (item.ors ?? []).map(asText)
  return { param: item.param, op: item.op ?? 'eq', value, ...(ors.length > 0 ? { ors } : {}) }
}

function writeItem(item: FilterItem, separator: ArraySeparator): string {
  const values: readonly FilterScalar[] = Array.isArray(item.value)
    ? item.value
    : [item.value as FilterScalar]
  const value = values.map((part) => String(part).replaceAll(':', '#')).join(separator)
  const own = `${item.param}:${item.op ?? 'eq'}:${value}`
  return [own, ...(item.ors ?? []).map((or) => writeItem(or, separator))].join('||')
}

function comesBack(text: string, item: FilterItem, separator: ArraySeparator): boolean {
  try {
    const back = parseFilters(text, separator)
    return JSON.stringify(back) === JSON.stringify([asText(item)])
  } catch (error) {
    if (error instanceof QuerySyntaxError) return false
    throw error
  }
}

function parseItem(text: string, separator: ArraySeparator): FilterItem {
  const conditions: string[][] = []
  for (const piece of text.split('||')) {
    const last = conditions.at(-1)
    if (piece.includes(':')) conditions.push([piece])
    else if (last && separator === '||') last.push(piece)
    else throw new QuerySyntaxError('query.invalid_filter', piece)
  }
  const [own, ...ors] = conditions.map((pieces) => parseCondition(pieces, separator))
  if (!own) throw new QuerySyntaxError('query.invalid_filter', text)
  return ors.length > 0 ? { ...own, ors } : own
}

function parseCondition(pieces: readonly string[], separator: ArraySeparator): FilterItem {
  const [head = '', ...more] = pieces
  const parts = head.split(':')
  const [param = '', op, first] = parts.length === 2 ? [parts[0], 'eq', parts[1]] : parts
  if (parts.length > 3 || !/^\w+$/.test(param)) throw new QuerySyntaxError('query.invalid_filter', head)
  const operator = op === '' ? 'eq' : (op ?? 'eq')
  if (!isOperator(operator)) throw new QuerySyntaxError('query.unknown_operator', param)
  const texts = separator === '|' ? (first ?? '').split('|') : [first ?? '', ...more]
  const values = texts.map((value) => value.replaceAll('#', ':'))
  const single = values.length === 1 && !listOperators.has(operator)
  return { param, op: operator, value: single ? (values[0] ?? '') : values }
}

function parseSorter(text: string): [string, 'asc' | 'desc'] {
  const [field = '', direction, ...more] = text.split(':')
  const found = direction === undefined ? undefined : directions[direction]
  if (!/^\w+$/.test(field) || !found || more.length > 0)
    throw new QuerySyntaxError('query.invalid_sorter', text)
  return [field, found]
}

const directions: Readonly<Partial<Record<string, 'asc' | 'desc'>>> = Object.assign(
  Object.create(null) as Record<string, 'asc' | 'desc'>,
  { asc: 'asc', ascend: 'asc', desc: 'desc', descend: 'desc' },
)
