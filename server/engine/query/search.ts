import type { Kysely } from 'kysely'
import type { SearchData, SearchGroup, SearchHit } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import { createExcerpt } from '#contract/excerpt.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale, type Localized } from '#contract/locale.ts'
import type { SearchView } from '#contract/module-definition.ts'
import { getQueryTerms } from '#contract/search-text.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { createNotFoundError } from '#server/http/permission.ts'
import { getFieldType } from '../field-types/index.ts'
import { getModule } from './access.ts'
import type { WireRow } from '../field-types/codec.ts'
import { toLabel, getTitleTemplate } from './labels.ts'
import { parseListQuery, type ListQuery } from './list-request.ts'
import { toPreparedList } from './list-queries.ts'
import { readLists } from './list-rows.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { planQuery, type QueryPlan } from './query-plan.ts'
import type { ReadContext } from './engine-context.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { simplifyHan } from '#server/engine/field-types/derived-columns.ts'
import { isAllowed, visibleFields, type VisibleFields } from '../schema/visible-fields.ts'

/** `GET /front/search?q&module&page&size`: searches the published rows of all searched modules, or of one. */
export async function searchModules(
  context: ReadContext,
  caller: Caller,
  query: ListQuery,
  locale: Locale,
): Promise<SearchData> {
  const { kysely } = context.db
  const searches = listSearchedModules(context, caller, query['module']).map((module) =>
    planSearch(kysely, { caller, locale }, module, query),
  )
  // Without words each group is empty, and no list is read.
  const activeSearches = searches.filter(({ words }) => words !== '')
  const lists = activeSearches.map(({ plan }) => toPreparedList(plan))
  const results = await readLists(kysely, lists, caller)
  // A search that is not active has the index -1, and so no results.
  return { groups: searches.map((search) => toGroup(search, results[activeSearches.indexOf(search)])) }
}

/** Lists the modules to search: the named one or all. @throws HttpError for a module that the caller cannot search */
function listSearchedModules(
  { registry }: ReadContext,
  caller: Caller,
  name: string | undefined,
): ServerModule[] {
  if (!name) {
    return registry.modules.filter(
      (module) => module.definition.search !== undefined && isAllowed(caller, module, 'list'),
    )
  }
  const module = getModule(registry, caller, name, 'list')
  if (module.definition.search === undefined) throw createNotFoundError(caller)
  return [module]
}

/** A search of one module within the caller's permissions. */
interface ModuleSearch {
  module: ServerModule
  /** How the module's hits are shown. */
  view: SearchView
  /** The fields that the caller sees. */
  visibleFields: VisibleFields
  /** Template of the hits' titles for the caller. */
  titleTemplate: string
  /** The search as the user typed it. */
  words: string
  plan: QueryPlan
}

/** Plans the search of one module. */
function planSearch(
  kysely: Kysely<Tables>,
  context: CallerContext,
  module: ServerModule,
  { q, page, size }: ListQuery,
): ModuleSearch {
  const { caller } = context
  const { definition } = module
  // `listSearchedModules` has found modules with a search view only; the default is for the compiler.
  const searchView = definition.search ?? { group: definition.name }
  const visible = visibleFields(caller, module, 'output')
  const titleTemplate = getTitleTemplate(caller, module)
  const request = parseListQuery({ q, page, size }, definition, false)
  const extraFields = [...(searchView.excerpt ?? []), ...(searchView.shows ?? [])].filter((key) =>
    visible.has(key),
  )
  const fields = [...titleTemplate.fields, ...extraFields]
  const plan = planQuery(moduleTables(kysely), module, context, { ...request, fields })
  return {
    module,
    view: searchView,
    visibleFields: visible,
    titleTemplate: titleTemplate.template,
    words: request.words,
    plan,
  }
}

/** Creates the result group of one module. @param results absent when the request has no search words */
function toGroup(
  { module, view: searchView, visibleFields: visible, titleTemplate, words, plan }: ModuleSearch,
  results: ListData<WireRow> = { items: [], page: plan.page, size: plan.size, total: 0 },
): SearchGroup {
  const searchTerms = getQueryTerms(words, simplifyHan)
  return {
    name: searchView.group,
    module: module.definition.name,
    label: module.definition.label,
    ...results,
    items: results.items.map((row) => ({
      id: row['id'] as string,
      title: toLabel(titleTemplate, row),
      ...toHitDetails(searchView, visible, row, searchTerms),
    })),
  }
}

/** Creates the excerpt and the fields of a hit, from fields that the caller sees. */
function toHitDetails(
  { excerpt = [], shows = [] }: SearchView,
  visible: VisibleFields,
  row: WireRow,
  searchTerms: readonly string[],
): Pick<SearchHit, 'excerpt' | 'fields'> {
  const texts = (locale: Locale) =>
    excerpt.flatMap((key) => {
      const field = visible.get(key)
      return field ? [getTextInLocale(field, row[key], locale)] : []
    })
  return {
    excerpt: Object.fromEntries(
      locales.map((locale) => [locale, createExcerpt(texts(locale), searchTerms, simplifyHan)]),
    ) as Localized,
    fields: Object.fromEntries(shows.filter((key) => visible.has(key)).map((key) => [key, row[key] ?? null])),
  }
}

/** Gets the text of a field's value in a language, as people read it; empty for a value that is no text. */
function getTextInLocale(field: FieldDefinition, value: unknown, locale: Locale): string {
  const localValue = field.localized ? (value as Partial<Localized> | null | undefined)?.[locale] : value
  const { toPlainText } = getFieldType(field)
  if (toPlainText) return toPlainText(localValue)
  return typeof localValue === 'string' ? localValue : ''
}
