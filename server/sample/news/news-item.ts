import type { Localized } from '#contract/locale.ts'
import { forumInstant } from '../programme.ts'
import type { LocalizedRichText } from '../rich.ts'

/** A news item as the sample writes it down. */
export interface NewsItem {
  /** Number in addresses. */
  no: string
  category: string
  /** Wall time in the forum's zone. */
  publishedAt: string
  title: Localized
  summary: Localized
  body: LocalizedRichText
}

/** The row of informations of a news item. */
export function toNewsRow(item: NewsItem, status: 'published' | 'draft') {
  const { publishedAt, ...rest } = item
  return { id: `n-${item.no}`, ...rest, published_at: forumInstant(publishedAt), status }
}
