import { sql, type Kysely } from 'kysely'
import { moduleTables } from '../../db/module-tables.ts'
import { type WireRow, decodeField, type StoredRow } from '../field-types/codec.ts'
import { selectColumns, whereVisible } from './query-plan.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { visibleFields, isMasked, isAllowed } from '../schema/visible-fields.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Localized, type Locale, selectLocalizedText } from '#contract/locale.ts'
import { listTemplateFields } from '#contract/module-definition.ts'
import { maskedValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import type { RelatedLabels } from '#server/engine/field-types/field-type.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'

/**
 * Gets the title template of a module for a caller, with its fields. A template that names a field which the caller does
 * not see is replaced by the id, which reveals nothing.
 */
export function getTitleTemplate(
  caller: Caller,
  module: ServerModule,
): { template: string; fields: string[] } {
  const visible = visibleFields(caller, module, 'output')
  const { titleTemplate } = module.definition
  const fields = listTemplateFields(titleTemplate)
  return fields.every((key) => visible.has(key))
    ? { template: titleTemplate, fields }
    : { template: '{{id}}', fields: ['id'] }
}

/** Formats the title of a row in every language. @param template text with keys of fields: `{{title}} ({{code}})` */
export function toLabel(template: string, row: WireRow): Localized {
  const inLocale = (locale: string) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => getTextInLocale(row[key], locale)).trim()
  return Object.fromEntries(locales.map((locale) => [locale, inLocale(locale)])) as Localized
}

/** Gets the text of a value in a language; a value without languages has one text, an absent one is empty. */
function getTextInLocale(value: unknown, locale: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const text = (value as Readonly<Record<string, unknown>> | null | undefined)?.[locale]
  return typeof text === 'string' ? text : ''
}

/** Number of rows that one query reads. */
const rowsPerQuery = 2000
/** Titles contain no files, so none are looked up. */
const noFiles = new Map<string, never>()

/** Dependencies of {@link loadRelatedLabels}. */
export interface RelatedLabelsDeps {
  kysely: Kysely<Tables>
  registry: Registry
}

/**
 * Loads the labels of the rows that relations may name, for each module that the fields point to. Rows that the caller may
 * not see are left out; drafts are included where the caller may see them.
 */
export async function loadRelatedLabels(
  { kysely, registry }: RelatedLabelsDeps,
  { caller, locale }: CallerContext,
  fields: Iterable<FieldDefinition>,
): Promise<RelatedLabels> {
  const names = new Set([...fields].flatMap((field) => field.relation?.module ?? []))
  const indexes = new Map<string, LabelIndex>()
  for (const name of names)
    indexes.set(name, await loadLabelIndex(kysely, caller, registry.get(name), locale))
  return {
    find: (module, text) => indexes.get(module)?.find(text),
    formatLabel: (module, id) => indexes.get(module)?.formatLabel(id) ?? id,
  }
}

/** Loads the labels of a module's rows; none when the caller may not list them. */
async function loadLabelIndex(
  kysely: Kysely<Tables>,
  caller: Caller,
  module: ServerModule,
  locale: Locale,
): Promise<LabelIndex> {
  const index = createLabelIndex(locale)
  if (!isAllowed(caller, module, 'list')) return index
  const { template, fields } = getTitleTemplate(caller, module)
  for await (const row of readTitles(kysely, caller, module, fields))
    index.add(String(row['id']), toLabel(template, row))
  return index
}

/** Reads the title fields of all rows page by page, in the order of the ids. */
async function* readTitles(
  kysely: Kysely<Tables>,
  caller: Caller,
  module: ServerModule,
  keys: readonly string[],
): AsyncGenerator<WireRow> {
  const { name, fields } = module.definition
  const tables = moduleTables(kysely)
  const visibleCondition = whereVisible(tables, module, caller, isAllowed(caller, module, 'drafts'))
  const titleFields = [...new Set(['id', ...keys])].flatMap((key): [string, FieldDefinition][] => {
    const field = fields[key]
    return field ? [[key, field]] : []
  })
  const columns = selectColumns(titleFields)
  const id = sql.ref(`${name}.id`)
  for (let lastId = ''; ;) {
    const { rows } = await sql<StoredRow>`select ${columns} from ${sql.id(name)}
      where ${id} > ${lastId} and ${visibleCondition} order by ${id} limit ${rowsPerQuery}`.execute(kysely)
    for (const row of rows)
      yield Object.fromEntries(
        titleFields.map(([key, field]) => {
          const value = decodeField(key, field, row, noFiles)
          return [key, isMasked(caller, module, key) && value !== null ? maskedValue : value]
        }),
      )
    if (rows.length < rowsPerQuery) return
    lastId = String(rows.at(-1)?.['id'])
  }
}

/** `label [id]`: a row whose label is ambiguous. */
const labelWithIdPattern = /\[([^[\]]+)\]$/

/** Maximum number of rows of a module that are found by label. Beyond it rows are found by id only, to limit memory. */
export const maxLabels = 100_000

/** The rows of one module by label. */
export interface LabelIndex {
  /** Adds a row with its label. */
  add(id: string, label: Localized): void
  /** Finds the id of the row that a text names: by its label, its id, or `label [id]`. Undefined when it is none or ambiguous. */
  find(text: string): string | undefined
  /** Formats the text by which {@link LabelIndex.find} finds the row: its label, with the id when the label is ambiguous. */
  formatLabel(id: string): string
}

/**
 * Creates the label index of a module's rows.
 * @param locale language of the labels that are written; labels in both languages are found
 */
export function createLabelIndex(locale: Locale, maxEntries = maxLabels): LabelIndex {
  /** Labels by row id, in the language of `locale`; empty texts beyond `maxEntries` rows. */
  const labels = new Map<string, string>()
  /** Row ids by label; null when several rows have the label. */
  const byText = new Map<string, string | null>()
  /** False beyond `maxEntries` rows, which are found by id only. */
  let hasLabels = true

  const find = (text: string): string | undefined => {
    const normalized = normalizeLabel(text)
    const labelledId = byText.get(normalized)
    if (labelledId === null) return undefined
    const bracketedId = labelWithIdPattern.exec(normalized)?.[1]
    const matchingIds = new Set([normalized, bracketedId].filter((id) => id !== undefined && labels.has(id)))
    if (labelledId !== undefined) matchingIds.add(labelledId)
    // A text that is one row's label and another row's id means neither.
    const [id, ...others] = matchingIds
    return others.length === 0 ? id : undefined
  }

  return {
    add: (id, label) => {
      labels.set(id, hasLabels ? normalizeLabel(selectLocalizedText(label, locale).text) : '')
      if (!hasLabels) return
      for (const text of new Set(locales.map((one) => normalizeLabel(label[one]))))
        if (text !== '' && text !== maskedValue) byText.set(text, byText.has(text) ? null : id)
      if (labels.size <= maxEntries) return
      hasLabels = false
      byText.clear()
      for (const addedId of labels.keys()) labels.set(addedId, '')
    },
    find,
    formatLabel: (id) => {
      const label = labels.get(id)
      if (label === undefined) return id
      return find(label) === id ? label : `${label} [${id}]`.trimStart()
    },
  }
}

/** Trims a label and normalizes it to one form of Unicode (NFC). */
function normalizeLabel(text: string): string {
  return text.normalize('NFC').trim()
}
