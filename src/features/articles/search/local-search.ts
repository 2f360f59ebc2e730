import type { QueryClient } from '@tanstack/react-query'
import type { SearchHit } from '#contract/api.ts'
import { createExcerpt } from '#contract/excerpt.ts'
import type { Simplify } from '#contract/fold-text.ts'
import { locales, type Localized } from '#contract/locale.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { normalizeText, splitTerms } from '#platform/text-search.ts'

/** A group of hits, from the server or the device. */
export interface HitGroup {
  /** Name of the group in the server's response; sessions are `meetings`. */
  name: string
  /** Module of its rows. */
  module: string
  /** The server's label; absent for groups of the device, which all have texts in the app. */
  label?: Localized
  total: number
  items: readonly SearchHit[]
}

interface LocalGroup {
  /** As in {@link HitGroup}. */
  name: string
  module: string
  /** Prefixes of the keys of the queries that have its rows. */
  keys: readonly (readonly string[])[]
  /** Fields that form the title of a hit, joined by blanks; they are searched, too. */
  title: readonly string[]
  /** Further fields that are searched. */
  texts?: readonly string[]
}

/** The data of this device, in the server's order of groups. */
const localGroups: readonly LocalGroup[] = [
  {
    name: 'meetings',
    module: 'sessions',
    keys: [['sessions']],
    title: ['title'],
    texts: ['subtitle', 'title_initials'],
  },
  { name: 'speakers', module: 'speakers', keys: [['speakers']], title: ['name'], texts: ['organisation'] },
  {
    name: 'informations',
    module: 'informations',
    keys: [['informations'], ['home', 'informations']],
    title: ['title'],
    texts: ['summary', 'body'],
  },
  {
    name: 'documents',
    module: 'documents',
    keys: [['documents'], ['home', 'documents'], ['home', 'hotDocuments']],
    title: ['title'],
    texts: ['summary'],
  },
  { name: 'qa', module: 'qa', keys: [['home', 'qas'], ['qaDetail']], title: ['title'], texts: ['body'] },
  { name: 'pages', module: 'pages', keys: [['pages']], title: ['title'], texts: ['body'] },
  {
    name: 'places',
    module: 'places',
    keys: [['places']],
    title: ['name'],
    texts: ['description', 'address'],
  },
  {
    name: 'exhibitors',
    module: 'exhibitors',
    keys: [['exhibitors']],
    title: ['booth', 'name'],
    texts: ['description'],
  },
]

/** A cached row of any module. */
type Row = Readonly<Record<string, unknown>> & { id: string }

/**
 * Searches the data of this device, without network. A row must contain every word, in either language, also inside
 * words.
 * @returns groups with hits
 */
export function searchLocally(
  client: Pick<QueryClient, 'getQueriesData'>,
  query: string,
  simplify?: Simplify,
): HitGroup[] {
  const terms = splitTerms(query, simplify)
  if (terms.length === 0) return []
  return localGroups.flatMap((localGroup) => {
    const items = listCachedRows(client, localGroup.keys).flatMap((row) => {
      const hit = toHit(row, localGroup, terms, simplify)
      return hit ? [hit] : []
    })
    const { name, module } = localGroup
    return items.length > 0 ? [{ name, module, total: items.length, items }] : []
  })
}

/**
 * Lists the rows of all cached queries with one of the key prefixes; a row of several queries once, as the last has it.
 */
function listCachedRows(client: Pick<QueryClient, 'getQueriesData'>, keys: LocalGroup['keys']): Row[] {
  const rows = keys.flatMap((queryKey) =>
    client.getQueriesData({ queryKey }).flatMap(([, data]) => listRows(data)),
  )
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Lists the rows of a query result: a list, a page of one, several pages, or a single row. */
function listRows(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow)
  if (typeof data !== 'object' || data === null) return []
  if ('pages' in data && Array.isArray(data.pages)) return data.pages.flatMap(listRows)
  if ('items' in data) return listRows(data.items)
  return isRow(data) ? [data] : []
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

/** Converts a row to a hit; undefined when it does not contain every term. */
function toHit(
  row: Row,
  { title, texts = [] }: LocalGroup,
  terms: readonly string[],
  simplify: Simplify | undefined,
): SearchHit | undefined {
  const searchedTexts = [...title, ...texts].flatMap((key) =>
    locales.map((locale) => getTextIn(row[key], locale)),
  )
  // No term contains the separator, so no match spans two texts.
  const text = normalizeText(searchedTexts.join('\0'), simplify)
  if (!terms.every((term) => text.includes(term))) return undefined
  return {
    id: row.id,
    title: mapLocales((locale) =>
      title
        .map((key) => getTextIn(row[key], locale))
        .join(' ')
        .trim(),
    ),
    excerpt: mapLocales((locale) =>
      createExcerpt(
        // Pinyin initials are searched, but nobody reads them.
        texts.filter((key) => key !== 'title_initials').map((key) => getTextIn(row[key], locale)),
        terms,
        simplify,
      ),
    ),
    fields: row,
  }
}

function mapLocales(getText: (locale: keyof Localized) => string): Localized {
  return Object.fromEntries(locales.map((locale) => [locale, getText(locale)])) as Localized
}

/** Returns the text of a field: a plain text, or of a localized field the text or rich text in a language. */
function getTextIn(value: unknown, locale: keyof Localized): string {
  if (typeof value === 'string') return value
  const text = (value as Readonly<Record<string, unknown>> | null | undefined)?.[locale]
  return typeof text === 'string' ? text : toPlainText(text)
}
