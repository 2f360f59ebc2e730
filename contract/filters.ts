/** Filter operators of the list query (modules.md "Filter grammar"). */
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

/** One condition of a list query (specification §3). */
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
