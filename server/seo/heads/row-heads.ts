import { joinNames, type Locale, type Localized } from '#contract/locale.ts'
import { pathOf, type PublicUrls } from '../public-urls.ts'
import { sessionEvent } from '../json-ld/session-event.ts'
import { readProgramme, roomsOf } from '../programme.ts'
import type { PublicRows } from '../public-rows.ts'
import type { ArticleRow, ExhibitorRow, SessionRow } from '../rows.ts'
import { joinWords, textIn } from '../text.ts'
import { sessionTimes } from '../times.ts'
import type { HeadParts } from './make-head.ts'

/** A session: when, where, and how its abstract begins. */
export async function sessionHead(
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
export async function articleHead(
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
export async function exhibitorHead(
  rows: PublicRows,
  locale: Locale,
  id: string,
): Promise<HeadParts | undefined> {
  const row = await rows.find<ExhibitorRow>('exhibitors', id)
  if (!row) return undefined
  return {
    path: pathOf.exhibitor(id),
    title: textIn(row.name, locale),
    description: joinWords([row.booth, textIn(row.description, locale)]),
  }
}

/** A category of articles. */
export async function categoryHead(
  rows: PublicRows,
  locale: Locale,
  id: string,
): Promise<HeadParts | undefined> {
  const row = await rows.find<{ name: Localized }>('article_category', id)
  const name = textIn(row?.name, locale)
  return row && { path: pathOf.category(id), title: name, description: name }
}
