import { type Locale, joinNames, type Localized } from '#contract/locale.ts'
import { articleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { PageHead, PageHeads } from '#server/http/pages/page-html.ts'
import { type PublicUrls, pathOf } from './public-urls.ts'
import { forumEvent, sessionEvent } from './json-ld.ts'
import {
  type PublicRows,
  type ArticleRow,
  type ExhibitorRow,
  type SessionRow,
  readProgramme,
  roomsOf,
} from './public-rows.ts'
import { joinWords, textIn, forumDays, sessionTimes } from './text.ts'
import { bareHead, makeHead, type HeadParts } from './make-head.ts'
import { listedPages } from './page-texts.ts'

const isRowId = new RegExp(rowIdPattern)
const isNumber = new RegExp(articleNumberPattern)

/** The heads of the app's pages, of published rows alone. */
export function pageHeads(rows: PublicRows, addresses: PublicUrls): PageHeads {
  const find = async (asked: string, locale: Locale): Promise<PageHead | undefined> => {
    const path = asked.replace(/(?<=.)\/+$/, '')
    const forum = await rows.forum()
    const make = (parts: Parameters<typeof makeHead>[3]) => makeHead(addresses, forum, locale, parts)
    const days = joinWords([
      forumDays(forum, locale),
      textIn(forum.city, locale),
      textIn(forum.venue, locale),
    ])
    if (path === '/') {
      const programme = await readProgramme(rows)
      const data = [{ '@context': 'https://schema.org', ...forumEvent(programme, addresses, locale) }]
      return make({ path, description: joinWords([textIn(forum.name, locale), days]), data })
    }
    const page = listedPages.get(path)
    if (page)
      return make({
        path,
        title: page.title[locale],
        description: joinWords([page.description[locale], days]),
      })
    const [, kind, key] = rowPage.exec(path) ?? []
    if (kind !== undefined && key !== undefined && !noRows.has(path)) {
      const parts = await findRow(kind, decode(key))
      return parts ? make(parts) : { ...bareHead(forum, locale), isMissing: true }
    }
    // What the app shows at other addresses is its own affair; nobody is to list it.
    return bareHead(forum, locale)

    async function findRow(kindOfRow: string, rowKey: string) {
      if (kindOfRow === 'article/view') {
        if (rowKey.length > articleNumberLength || !isNumber.test(rowKey)) return undefined
        return articleHead(rows, addresses, locale, rowKey)
      }
      if (!isRowId.test(rowKey)) return undefined
      if (kindOfRow === 'agenda') return sessionHead(rows, addresses, locale, rowKey)
      return kindOfRow === 'show' ? exhibitorHead(rows, locale, rowKey) : categoryHead(rows, locale, rowKey)
    }
  }
  return { version: () => rows.version(), find }
}

/** Pages of the app that lie where those of rows do. */
const noRows: ReadonlySet<string> = new Set(['/agenda/take'])

/** Pages of one row: what stands there is known. */
const rowPage = /^\/(agenda|show|article\/view|article\/category)\/([^/]+)$/

/** A part that is no text at all names no row. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** A session: when, where, and how its abstract begins. */
async function sessionHead(
  rows: PublicRows,
  addresses: PublicUrls,
  locale: Locale,
  id: string,
): Promise<HeadParts | undefined> {
  const row = await rows.find<SessionRow>('sessions', id)
  if (!row) return undefined
  const programme = await readProgramme(rows)
  const rooms = joinNames(
    roomsOf(row, programme).map(({ name }) => textIn(name, locale)),
    locale,
  )
  const times = sessionTimes(row.starts_at, row.ends_at, programme.forum.timeZone, locale)
  const event = sessionEvent(row, programme, addresses, { locale })
  return {
    path: pathOf.session(id),
    title: textIn(row.title, locale),
    description: joinWords([times, rooms, textIn(row.abstract, locale)]),
    data: [{ '@context': 'https://schema.org', ...event }],
  }
}

/** News, a document or a question. */
async function articleHead(
  rows: PublicRows,
  addresses: PublicUrls,
  locale: Locale,
  no: string,
): Promise<HeadParts | undefined> {
  const article = await rows.findArticle<ArticleRow>(no)
  if (!article) return undefined
  const { title, summary, cover } = article.row
  return {
    path: pathOf.article(no),
    title: textIn(title, locale),
    description: textIn(summary, locale) || textIn(title, locale),
    kind: 'article',
    ...(cover && { picture: addresses.file(cover.no) }),
  }
}

/** An exhibitor: where it stands, and what it shows. */
async function exhibitorHead(rows: PublicRows, locale: Locale, id: string): Promise<HeadParts | undefined> {
  const row = await rows.find<ExhibitorRow>('exhibitors', id)
  if (!row) return undefined
  return {
    path: pathOf.exhibitor(id),
    title: textIn(row.name, locale),
    description: joinWords([row.booth, textIn(row.description, locale)]),
  }
}

/** A category of articles. */
async function categoryHead(rows: PublicRows, locale: Locale, id: string): Promise<HeadParts | undefined> {
  const row = await rows.find<{ name: Localized }>('article_category', id)
  const name = textIn(row?.name, locale)
  return row && { path: pathOf.category(id), title: name, description: name }
}
