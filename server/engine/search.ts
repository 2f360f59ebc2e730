import type { SearchData, SearchGroup, SearchHit } from '#contract/calls.ts'
import { excerptOf } from '#contract/excerpt.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale, type Localized } from '#contract/locale.ts'
import type { SearchView } from '#contract/module-definition.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { searchedWords } from '#contract/search-text.ts'
import type { Caller } from '#server/http/caller.ts'
import { getModule } from './access.ts'
import type { WireRow } from './codec.ts'

import { toLabel, titleOf } from './labels.ts'
import { parseListQuery, type ListQuery } from './list-request.ts'
import { listRows } from './list-rows.ts'
import { moduleTables } from './module-tables.ts'
import { planQuery } from './query-plan.ts'
import type { ReadContext } from './read-calls.ts'
import type { ServerModule } from './server-module.ts'
import { mayDo, refuseAsUnknown, visibleFields, type VisibleFields } from './visible-fields.ts'

/** `GET /front/search?q&module&page&size`: published rows of all searched modules, or of one of them. */
export async function searchModules(
  context: ReadContext,
  caller: Caller,
  query: ListQuery,
  locale: Locale,
): Promise<SearchData> {
  const modules = searchedModules(context, caller, query['module'])
  const groups = await Promise.all(
    modules.map((module) => searchModule(context, caller, module, query, locale)),
  )
  return { groups }
}

function searchedModules(
  { registry }: ReadContext,
  caller: Caller,
  name: string | undefined,
): ServerModule[] {
  if (!name) {
    return registry.modules.filter(
      (module) => module.definition.search !== undefined && mayDo(caller, module, 'list'),
    )
  }
  const module = getModule(registry, caller, name, 'list')
  if (module.definition.search === undefined) throw refuseAsUnknown(caller)
  return [module]
}

async function searchModule(
  { db }: ReadContext,
  caller: Caller,
  module: ServerModule,
  query: ListQuery,
  locale: Locale,
): Promise<SearchGroup> {
  const { definition } = module
  const view = definition.search ?? { group: definition.name }
  const visible = visibleFields(caller, module, 'columns')
  const title = titleOf(caller, module)
  const { q, page, size } = query
  const asked = parseListQuery({ q, page, size }, definition, false)
  const shown = [...(view.excerpt ?? []), ...(view.shows ?? [])].filter((key) => visible.has(key))
  const plan = planQuery(
    moduleTables(db.kysely),
    module,
    caller,
    { ...asked, fields: [...title.fields, ...shown] },
    locale,
  )
  const list =
    asked.words === ''
      ? { items: [], page: plan.page, size: plan.size, total: 0 }
      : await listRows(db.kysely, plan, caller)
  const words = searchedWords(asked.words)
  return {
    name: view.group,
    module: definition.name,
    label: definition.label,
    ...list,
    items: list.items.map((row) => ({
      id: row['id'] as string,
      title: toLabel(title.template, row),
      ...shownOf(view, visible, row, words),
    })),
  }
}

/** What a hit shows beside its title, of the fields that the caller sees. */
function shownOf(
  { excerpt = [], shows = [] }: SearchView,
  visible: VisibleFields,
  row: WireRow,
  words: readonly string[],
): Pick<SearchHit, 'excerpt' | 'fields'> {
  const texts = (locale: Locale) =>
    excerpt.flatMap((key) => {
      const field = visible.get(key)
      return field ? [textIn(field, row[key], locale)] : []
    })
  return {
    excerpt: Object.fromEntries(
      locales.map((locale) => [locale, excerptOf(texts(locale), words)]),
    ) as Localized,
    fields: Object.fromEntries(shows.filter((key) => visible.has(key)).map((key) => [key, row[key] ?? null])),
  }
}

function textIn(field: FieldDefinition, value: unknown, locale: Locale): string {
  const own = field.localized ? (value as Partial<Localized> | null | undefined)?.[locale] : value
  if (field.type === 'richtext') return toPlainText(own)
  return typeof own === 'string' ? own : ''
}
