import { sql } from 'kysely'
import type { EnumOption, FieldDefinition } from '#contract/field-definition.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  normalizeWidth,
  toColumnValue,
  truncate,
  type CellContext,
  type CellReading,
  type ServerFieldType,
} from './field-type.ts'
import { choiceOperators, compareColumn, type SqlFragment } from './filter-operators.ts'
import { arraySchema, arrayType, readItems, writeItems } from './list.ts'
import { readText } from './text.ts'

/** Cache by option list: option values by their folded value or label, so that no cell is compared with every option. */
const valuesByNameCache = new WeakMap<readonly EnumOption[], ReadonlyMap<string, ReadonlySet<string>>>()

/** One of the options. */
export const enumeration: ServerFieldType = {
  column: 'text',
  encode: toColumnValue,
  decode: (stored) => stored,
  readCell: readOption,
  writeCell: (field, value, { locale }) => formatOption(field, String(value), locale),
  cellWidth: 20,
  cellHint: { 'zh-CN': '选项之一', en: 'One of the choices' },
  operators: choiceOperators,
  compare: compareColumn,
  orderBy: toOptionRank,
  index: 'choice',
  jsonSchema: (field) => ({ enum: listValues(field) }),
  hasShape: (value) => typeof value === 'string',
}

/** Several of the options. */
export const enumSet: ServerFieldType = {
  ...arrayType,
  readCell: (field, cell, context) => readItems(field, cell, context, readOption),
  writeCell: (field, value, { locale }) =>
    writeItems(value, (item) => formatOption(field, String(item), locale)),
  jsonSchema: (field) => arraySchema(field, { enum: listValues(field) }, true),
}

/** Finds the option that a text means, by its value or its label in either language; undefined for none and for several. */
export function findOption({ options = [] }: FormField, text: string): string | undefined {
  const [value, ...others] = getValuesByName(options).get(fold(text)) ?? []
  if (others.length === 0) return value
  // Of several options that a folded text could mean, the one whose value is exactly the text is certain.
  return options.find((option) => option.value === text.trim())?.value
}

function readOption(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('issue' in read) return read
  const value = findOption(field, read.value)
  return value === undefined
    ? cellIssue(field, context, 'cell.choice', { text: truncate(read.value) })
    : { value }
}

/** Formats an option for a cell: its label, or its value when the label could mean another option. */
function formatOption(field: FormField, value: string, locale: Locale): string {
  const label = field.options?.find((option) => option.value === value)?.label[locale]
  return label !== undefined && findOption(field, label) === value ? label : value
}

function getValuesByName(options: readonly EnumOption[]): ReadonlyMap<string, ReadonlySet<string>> {
  const cached = valuesByNameCache.get(options)
  if (cached) return cached
  const names = new Map<string, Set<string>>()
  for (const { value, label } of options)
    for (const name of [value, ...locales.map((locale) => label[locale])].map(fold))
      names.set(name, (names.get(name) ?? new Set()).add(value))
  valuesByNameCache.set(options, names)
  return names
}

/** Folds case, width and blanks, which do not distinguish options. */
function fold(text: string): string {
  return normalizeWidth(text).replaceAll(/\s+/g, ' ').toLowerCase()
}

/**
 * Builds the rank of an option among all options of its field, by their labels in the reader's language: pinyin, the
 * alphabet in any case, numbers. A value that is no longer an option comes last.
 */
function toOptionRank(
  { options = [] }: FieldDefinition,
  stored: SqlFragment,
  locale: Locale,
): SqlFragment | undefined {
  if (options.length === 0) return undefined
  const collator = new Intl.Collator(locale, { numeric: true })
  const ranks = options
    .toSorted((a, b) => collator.compare(a.label[locale], b.label[locale]))
    .map(({ value }, rank) => sql`when ${sql.lit(value)} then ${sql.lit(rank)}`)
  return sql`case ${stored} ${sql.join(ranks, sql` `)} else ${sql.lit(ranks.length)} end`
}

function listValues({ options = [] }: FieldDefinition): string[] {
  return options.map((option) => option.value)
}
