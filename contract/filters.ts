/**
 * The grammar of list queries, which existing clients of the API use: `param:op:value`, joined by `,`. A `:` in a value
 * is sent as `#`. Alternatives are joined by `||`.
 *
 * Arrays are joined by `|` in the path of lists (`GET …/front/query/{module}/all`) and by `||` elsewhere, where
 * alternatives are too. This is unambiguous: a written value never contains `:`, and a condition always does. After
 * `||`, text without `:` is a further value of the array, and text with `:` is an alternative.
 *
 * The grammar has no escapes and no types. So the parser splits first and restores the colons last. Numbers and
 * booleans are parsed as text, which the server casts by the field's type. An item that would not be parsed back
 * unchanged is sent as JSON in the parameter `fq`.
 */
import { QuerySyntaxError } from './query-syntax-error.ts'

/**
 * Filter operators of the list query. `like` finds a text within the value, `in` and `nin` take a list, `between` takes
 * two bounds that both match, `empty` takes true or false.
 */
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

/** A single value that a filter compares with a field. */
export type FilterScalar = string | number | boolean

/** One condition of a list query. */
export interface FilterItem {
  /** Key of the field. */
  param: string
  /** `eq` when absent. */
  op?: Operator
  value: FilterScalar | readonly FilterScalar[]
  /** Alternatives: a row matches if it matches this item or one of these. */
  ors?: readonly FilterItem[]
}

/** Direction by field name; the first field sorts first. */
export type Sorters = Readonly<Record<string, 'asc' | 'desc'>>

/** Separator of array values: `|` in the path of lists, `||` in every other. */
export type ArraySeparator = '|' | '||'

/** Operators whose value is an array even when it has one item. */
const listOperators = new Set<Operator>(['in', 'nin', 'between'])

export function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name)
}

/** Writes filter items as text (`filters`). `rest` contains the items that the grammar cannot express. */
export function writeFilters(
  items: readonly FilterItem[],
  separator: ArraySeparator = '|',
): { filters: string; rest: FilterItem[] } {
  const written: string[] = []
  const rest: FilterItem[] = []
  for (const item of items) {
    const text = writeItem(item, separator)
    if (isParsedBack(text, item, separator)) written.push(text)
    else rest.push(item)
  }
  return { filters: written.join(','), rest }
}

/**
 * Parses filters from text. All values are strings.
 * @throws QuerySyntaxError for anything that does not parse; nothing is ever ignored
 */
export function parseFilters(text: string, separator: ArraySeparator = '|'): FilterItem[] {
  return text === '' ? [] : text.split(',').map((item) => parseItem(item, separator))
}

/**
 * Writes sorters as text, `field:asc,other:desc`.
 * @throws QuerySyntaxError when a name is no field name
 */
export function writeSorters(sorters: Sorters): string {
  const text = Object.entries(sorters).map((pair) => pair.join(':'))
  for (const sorter of text) parseSorter(sorter)
  return text.join(',')
}

/**
 * Parses `field:asc,other:desc`; also accepts `ascend` and `descend`, as antd's tables send them.
 * @throws QuerySyntaxError for anything that does not parse, and for a field named twice
 */
export function parseSorters(text: string): Sorters {
  if (text === '') return {}
  const pairs = text.split(',').map(parseSorter)
  const sorters = Object.fromEntries(pairs)
  if (Object.keys(sorters).length < pairs.length) throw new QuerySyntaxError('query.invalid_sorter', text)
  return sorters
}

/** Returns the item with an explicit operator and all values as strings, as the parser would return it. */
export function stringifyValues(item: FilterItem): FilterItem {
  const value = Array.isArray(item.value) ? item.value.map(String) : String(item.value)
  const ors = (item.ors ?? []).map(stringifyValues)
  return { param: item.param, op: item.op ?? 'eq', value, ...(ors.length > 0 ? { ors } : {}) }
}

function writeItem(item: FilterItem, separator: ArraySeparator): string {
  const values: readonly FilterScalar[] = Array.isArray(item.value)
    ? item.value
    : [item.value as FilterScalar]
  const value = values.map((part) => String(part).replaceAll(':', '#')).join(separator)
  const condition = `${item.param}:${item.op ?? 'eq'}:${value}`
  return [condition, ...(item.ors ?? []).map((or) => writeItem(or, separator))].join('||')
}

/** Returns whether the parser would return the written item unchanged. */
function isParsedBack(text: string, item: FilterItem, separator: ArraySeparator): boolean {
  try {
    const parsed = parseFilters(text, separator)
    return JSON.stringify(parsed) === JSON.stringify([stringifyValues(item)])
  } catch (error) {
    if (error instanceof QuerySyntaxError) return false
    throw error
  }
}

/** Parses a condition with its alternatives. */
function parseItem(text: string, separator: ArraySeparator): FilterItem {
  const conditions: string[][] = []
  for (const piece of text.split('||')) {
    const lastCondition = conditions.at(-1)
    if (piece.includes(':')) conditions.push([piece])
    else if (lastCondition && separator === '||') lastCondition.push(piece)
    else throw new QuerySyntaxError('query.invalid_filter', piece)
  }
  const [item, ...ors] = conditions.map((pieces) => parseCondition(pieces, separator))
  if (!item) throw new QuerySyntaxError('query.invalid_filter', text)
  return ors.length > 0 ? { ...item, ors } : item
}

/** @param pieces the condition, and further values of its array */
function parseCondition(pieces: readonly string[], separator: ArraySeparator): FilterItem {
  const [condition = '', ...furtherValues] = pieces
  const segments = condition.split(':')
  // `param:value` is short for `param:eq:value`.
  const [param = '', op, firstValue] = segments.length === 2 ? [segments[0], 'eq', segments[1]] : segments
  if (segments.length > 3 || !/^\w+$/.test(param))
    throw new QuerySyntaxError('query.invalid_filter', condition)
  const operator = op === '' ? 'eq' : (op ?? 'eq')
  if (!isOperator(operator)) throw new QuerySyntaxError('query.unknown_operator', param)
  const texts = separator === '|' ? (firstValue ?? '').split('|') : [firstValue ?? '', ...furtherValues]
  const values = texts.map((value) => value.replaceAll('#', ':'))
  const isSingle = values.length === 1 && !listOperators.has(operator)
  return { param, op: operator, value: isSingle ? (values[0] ?? '') : values }
}

function parseSorter(text: string): [string, 'asc' | 'desc'] {
  const [field = '', directionText, ...excess] = text.split(':')
  const direction = directionText === undefined ? undefined : directions[directionText]
  if (!/^\w+$/.test(field) || !direction || excess.length > 0)
    throw new QuerySyntaxError('query.invalid_sorter', text)
  return [field, direction]
}

/** Without a prototype, so that `constructor` and the like are no directions. */
const directions: Readonly<Partial<Record<string, 'asc' | 'desc'>>> = Object.assign(
  Object.create(null) as Record<string, 'asc' | 'desc'>,
  { asc: 'asc', ascend: 'asc', desc: 'desc', descend: 'desc' },
)

/** Maximum depth of nested alternatives (`ors`); items without alternatives have depth 0. */
const maxOrLevels = 2

/**
 * Reads the parameter `fq`: a JSON array of filter items, for filters that the legacy form cannot express.
 * @throws QuerySyntaxError for any other input; nothing is ignored
 */
export function parseFilterJson(text: string): FilterItem[] {
  let jsonValue: unknown
  try {
    jsonValue = JSON.parse(text)
  } catch {
    throw new QuerySyntaxError('query.invalid_filter', 'fq')
  }
  return toItems(jsonValue, 0)
}

/** Writes filter items as the parameter `fq`. */
export function writeFilterJson(items: readonly FilterItem[]): string {
  return JSON.stringify(items)
}

/** @param level depth of the items in alternatives; 0 for the items of the query */
function toItems(jsonValue: unknown, level: number): FilterItem[] {
  if (!Array.isArray(jsonValue)) throw new QuerySyntaxError('query.invalid_filter', 'fq')
  if (level > maxOrLevels && jsonValue.length > 0) throw new QuerySyntaxError('query.too_deep', 'fq')
  return jsonValue.map((item: unknown) => toItem(item, level))
}

function toItem(jsonValue: unknown, level: number): FilterItem {
  if (typeof jsonValue !== 'object' || jsonValue === null)
    throw new QuerySyntaxError('query.invalid_filter', 'fq')
  const { param, op = 'eq', value, ors = [], ...unknownMembers } = jsonValue as Record<string, unknown>
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
