import type { Locale } from '#contract/locale.ts'
import type { PageHead, PageHeads } from '#server/http/pages/page-head.ts'
import { articleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { PublicUrls } from '../public-urls.ts'
import { forumEvent } from '../json-ld/forum-event.ts'
import type { PublicRows } from '../public-rows.ts'
import { readProgramme } from '../programme.ts'
import { joinWords, textIn } from '../text.ts'
import { forumDays } from '../times.ts'
import { bareHead, makeHead } from './make-head.ts'
import { listedPages } from './page-texts.ts'
import { articleHead, categoryHead, exhibitorHead, sessionHead } from './row-heads.ts'

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
