import type { articleCategory } from '#contract/modules/article-category.ts'
import type { documents } from '#contract/modules/documents.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { RowOf } from '#contract/row.ts'

/** A piece of news as the list call answers it. */
export type NewsRow = Pick<
  RowOf<typeof informations>,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'cover'
>

/** What its own page adds. */
export type NewsDetail = NewsRow & Pick<RowOf<typeof informations>, 'body'>

export type DocumentDetail = Pick<
  RowOf<typeof documents>,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'is_hot' | 'file'
>

export type CategoryRow = Pick<RowOf<typeof articleCategory>, 'id' | 'name'>

/** An article by its number: news and documents share their numbers. */
export type Article =
  | { module: 'informations'; row: NewsDetail }
  | { module: 'documents'; row: DocumentDetail }
