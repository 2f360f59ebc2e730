import { type Locale, joinNames, type Localized } from '#contract/locale.ts'
import { maxArticleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { PageHead, PageHeads } from '#server/http/pages/page-html.ts'
import { type PublicUrls, pagePaths } from './public-urls.ts'
import { createForumEvent, createSessionEvent } from './json-ld.ts'
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

const rowIdRegExp = new RegExp(rowIdPattern)
const articleNumberRegExp = new RegExp(articleNumberPattern)

/** Creates the heads of the app's pages, from published rows only. */
export function createPageHeads(rows: PublicRows, urls: PublicUrls): PageHeads {
  const find = async (requestPath: string, locale: Locale): Promise<PageHead | undefined> => {
    // `/news/` is `/news`, but `/` stays.
    const path = requestPath.replace(/(?<=.)\/+$/, '')
    const forum = await rows.forum()
    const createPageHead = (input: PageHeadInput) => createHead(urls, forum, locale, input)
    const daysAndPlace = joinSegments([
      formatForumDays(forum, locale),
      selectText(forum.city, locale),
      selectText(forum.venue, locale),
    ])
    if (path === '/') {
      const programme = await readProgramme(rows)
      const linkedData = [{ '@context': 'https://schema.org', ...createForumEvent(programme, urls, locale) }]
      return createPageHead({
        path,
        description: joinSegments([selectText(forum.name, locale), daysAndPlace]),
        data: linkedData,
      })
    }
    const page = listedPages.get(path)
    if (page)
      return createPageHead({
        path,
        title: page.title[locale],
        description: joinSegments([page.description[locale], daysAndPlace]),
      })
    const [, kind, key] = rowPagePattern.exec(path) ?? []
    if (kind !== undefined && key !== undefined && !reservedPaths.has(path)) {
      const input = await findRowHeadInput(kind, decodeSegment(key))
      return input ? createPageHead(input) : { ...createBareHead(forum, locale), isMissing: true }
    }
    // Other paths belong to the app and are not listed.
    return createBareHead(forum, locale)

    async function findRowHeadInput(rowKind: string, rowKey: string) {
      if (rowKind === 'article/view') {
        if (rowKey.length > maxArticleNumberLength || !articleNumberRegExp.test(rowKey)) return undefined
        return createArticleHeadInput(rows, urls, locale, rowKey)
      }
      if (!rowIdRegExp.test(rowKey)) return undefined
      if (rowKind === 'agenda') return createSessionHeadInput(rows, urls, locale, rowKey)
      return rowKind === 'show'
        ? createExhibitorHeadInput(rows, locale, rowKey)
        : createCategoryHeadInput(rows, locale, rowKey)
    }
  }
  return { version: () => rows.version(), find }
}

/** App pages whose paths match those of row pages. */
const reservedPaths: ReadonlySet<string> = new Set(['/agenda/take'])

/** Pages of one row. */
const rowPagePattern = /^\/(agenda|show|article\/view|article\/category)\/([^/]+)$/

/** Decodes a segment of a path. Returns an empty text, which names no row, when it cannot be decoded. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/** Creates the input of a session's head from its time, rooms and abstract; undefined when it is not public. */
async function createSessionHeadInput(
  rows: PublicRows,
  urls: PublicUrls,
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
  const event = createSessionEvent(row, programme, urls, { locale })
  return {
    path: pagePaths.session(id),
    title: selectText(row.title, locale),
    description: joinSegments([times, rooms, selectText(row.abstract, locale)]),
    data: [{ '@context': 'https://schema.org', ...event }],
  }
}

/** Creates the input of the head of a news item, document or question; undefined when it is not public. */
async function createArticleHeadInput(
  rows: PublicRows,
  urls: PublicUrls,
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
    ...(cover && { picture: urls.file(cover.no) }),
  }
}

/** Creates the input of an exhibitor's head from its booth and description; undefined when it does not exist. */
async function createExhibitorHeadInput(
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

/** Creates the input of the head of a category of articles; undefined when it does not exist. */
async function createCategoryHeadInput(
  rows: PublicRows,
  locale: Locale,
  id: string,
): Promise<PageHeadInput | undefined> {
  const row = await rows.find<{ name: Localized }>('article_category', id)
  const name = selectText(row?.name, locale)
  return row && { path: pagePaths.category(id), title: name, description: name }
}
