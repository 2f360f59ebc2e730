import type { EnumOption, FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar } from '#contract/filters.ts'
import type { Locale } from '#contract/locale.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { toSortKey } from '#server/db/sort-keys.ts'

type Row = Readonly<Record<string, unknown>>
type Plain = string | number | boolean

interface NaiveOrder {
  field: string
  direction: 'asc' | 'desc'
  locale: Locale
  isText: boolean
  choices?: readonly EnumOption[] | undefined
}

/** Filters rows in the plainest way, to compare the engine's SQL with it. */
export function filterNaively<R extends Row>(rows: readonly R[], filters: readonly FilterItem[]): R[] {
  return rows.filter((row) => filters.every((item) => holds(row, item)))
}

/** Returns the conditions of public rows at a time. */
export function publicConditions(
  { published = [], publishedFrom }: ModuleDefinition,
  now: string,
): FilterItem[] {
  return [...published, ...(publishedFrom === undefined ? [] : [lte(publishedFrom, now)])]
}

const lte = (param: string, value: string): FilterItem => ({ param, op: 'lte', value })

/**
 * Sorts by a field and then by id, empty values first.
 * @param isText whether the field has texts for people
 * @param choices options of the field, which are sorted by label
 */
export function sortNaively<R extends Row>(
  rows: readonly R[],
  { field, direction, locale, isText, choices }: NaiveOrder,
): R[] {
  const sign = direction === 'asc' ? 1 : -1
  const key = (row: Row) => {
    const value = sortValue(row[field], locale)
    const label = choices?.find((choice) => choice.value === value)?.label[locale]
    if (label !== undefined) return toSortKey(label)
    return isText && typeof value === 'string' ? toSortKey(value) : value
  }
  return rows.toSorted(
    (a, b) => sign * (compare(key(a), key(b)) || compare(String(a['id']), String(b['id']))),
  )
}

function holds(row: Row, item: FilterItem): boolean {
  return own(row[item.param], item) || (item.ors ?? []).some((or) => holds(row, or))
}

function own(value: unknown, { op = 'eq', value: wanted }: FilterItem): boolean {
  const values = partsOf(value)
  const list: readonly FilterScalar[] = Array.isArray(wanted) ? wanted : [wanted as FilterScalar]
  const isOneOf = values.some((part) => list.some((one) => compare(part, one) === 0))
  switch (op) {
    case 'eq':
    case 'in':
      return isOneOf
    case 'ne':
    case 'nin':
      return !isOneOf
    case 'empty':
      // A list that holds an empty text is not an empty list.
      return (Array.isArray(value) ? values.length === 0 : values.every((part) => part === '')) === wanted
    case 'like':
      return values.some((part) => lower(String(part)).includes(lower(String(wanted))))
    case 'between':
      return values.some((part) => compare(part, list[0]) >= 0 && compare(part, list[1]) <= 0)
    default:
      return values.some((part) => ordered(op, compare(part, list[0])))
  }
}

function ordered(op: 'gt' | 'gte' | 'lt' | 'lte', order: number): boolean {
  if (op === 'gt') return order > 0
  if (op === 'gte') return order >= 0
  return op === 'lt' ? order < 0 : order <= 0
}

/** Returns the texts of a value: a localized value matches in either language, a list by each of its items. */
function partsOf(value: unknown): Plain[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value as Plain[]
  return typeof value === 'object' ? (Object.values(value) as Plain[]) : [value as Plain]
}

function sortValue(value: unknown, locale: Locale): Plain | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return value as Plain
  const texts = value as Readonly<Record<string, string>>
  return texts[locale] || texts['zh-CN']
}

function compare(a: Plain | undefined, b: Plain | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}

/** Lowercases ASCII letters only, as both databases do. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Whether a word of the row's searched texts starts with a text. */
export function hasWord({ definition }: Pick<ServerModule, 'definition'>, row: Row, word: string): boolean {
  const searchable = Object.entries(definition.fields).filter(
    ([, field]: [string, FieldDefinition]) => field.searchable,
  )
  const texts = searchable.flatMap(([key]) => {
    const value = row[key]
    return typeof value === 'string' ? [value] : Object.values((value ?? {}) as Record<string, string>)
  })
  return texts.some((text) =>
    /[a-z]/.test(word) ? new RegExp(`(?<![a-z0-9])${word}`, 'i').test(text) : text.includes(word),
  )
}
