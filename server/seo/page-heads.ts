import { type Locale, joinNames, type Localized } from '#contract/locale.ts'
import { articleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { PageHead, PageHeads } from '#server/http/pages/page-html.ts'
import { type PublicUrls, pagePaths } from './public-urls.ts'
import { forumEvent, sessionEvent } from './json-ld.ts'
import {
  type PublicRows,
  type ArticleRow,
  type ExhibitorRow,
  type SessionRow,
  readProgramme,
  listSessionRooms,
} from './public-rows.ts'
import { joinSegments, selectText, formatForumDays, formatSessionTimes } from './text.ts'
import { createBareHead, createHead, type PageHeadInput } from './make-head.ts'
import { listedPages } from './page-texts.ts'

const isRowId = new RegExp(rowIdPattern)
const isNumber = new RegExp(articleNumberPattern)

/** Creates the heads of the app's pages, from published rows only. */
export function pageHeads(rows: PublicRows, addresses: PublicUrls): PageHeads {
  const find = async (requestPath: string, locale: Locale): Promise<PageHead | undefined> => {
    const path = requestPath.replace(/(?<=.)\/+$/, '')
    const forum = await rows.forum()
    const make = (input: Parameters<typeof createHead>[3]) => createHead(addresses, forum, locale, input)
    const days = joinSegments([
      formatForumDays(forum, locale),
      selectText(forum.city, locale),
      selectText(forum.venue, locale),
    ])
    if (path === '/') {
      const programme = await readProgramme(rows)
      const data = [{ '@context': 'https://schema.org', ...forumEvent(programme, addresses, locale) }]
      return make({ path, description: joinSegments([selectText(forum.name, locale), days]), data })
    }
    const page = listedPages.get(path)
    if (page)
      return make({
        path,
        title: page.title[locale],
        description: joinSegments([page.description[locale], days]),
      })
    const [, kind, key] = rowPage.exec(path) ?? []
    if (kind !== undefined && key !== undefined && !reservedPaths.has(path)) {
      const input = await findRow(kind, decodeSegment(key))
      return input ? make(input) : { ...createBareHead(forum, locale), isMissing: true }
    }
    // Other addresses belong to the app and are not listed.
    return createBareHead(forum, locale)

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

/** App pages whose paths match those of row pages. */
const reservedPaths: ReadonlySet<string> = new Set(['/agenda/take'])

/** Pages of one row. */
const rowPage = /^\/(agenda|show|article\/view|article\/category)\/([^/]+)$/

/** A segment that cannot be decoded names no row. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** Session: time, rooms and the beginning of the abstract. */
async function sessionHead(
  rows: PublicRows,
  addresses: PublicUrls,
  locale: Locale,
  id: string,
): Promise<PageHeadInput | undefined> {
  const row = await rows.find<SessionRow>('sessions', id)
  if (!row) return undefined
  const programme = await readProgramme(rows)
  const rooms = joinNames(
    listSessionRooms(row, programme).map(({ name }) => selectText(name, locale)),
    locale,
  )
  const times = formatSessionTimes(row.starts_at, row.ends_at, programme.forum.timeZone, locale)
  const event = sessionEvent(row, programme, addresses, { locale })
  return {
    path: pagePaths.session(id),
    title: selectText(row.title, locale),
    description: joinSegments([times, rooms, selectText(row.abstract, locale)]),
    data: [{ '@context': 'https://schema.org', ...event }],
  }
}

/** News, document or question. */
async function articleHead(
  rows: PublicRows,
  addresses: PublicUrls,
  locale: Locale,
  no: string,
): Promise<PageHeadInput | undefined> {
  const article = await rows.findArticle<ArticleRow>(no)
  if (!article) return undefined
  const { title, summary, cover } = article.row
  return {
    path: pagePaths.article(no),
    title: selectText(title, locale),
    description: selectText(summary, locale) || selectText(title, locale),
    kind: 'article',
    ...(cover && { picture: addresses.file(cover.no) }),
  }
}

/** Exhibitor: booth and description. */
async function exhibitorHead(
  rows: PublicRows,
  locale: Locale,
  id: string,
): Promise<PageHeadInput | undefined> {
  const row = await rows.find<ExhibitorRow>('exhibitors', id)
  if (!row) return undefined
  return {
    path: pagePaths.exhibitor(id),
    title: selectText(row.name, locale),
    description: joinSegments([row.booth, selectText(row.description, locale)]),
  }
}

/** Category of articles. */
async function categoryHead(
  rows: PublicRows,
  locale: Locale,
  id: string,
): Promise<PageHeadInput | undefined> {
  const row = await rows.find<{ name: Localized }>('article_category', id)
  const name = selectText(row?.name, locale)
  return row && { path: pagePaths.category(id), title: name, description: name }
}
