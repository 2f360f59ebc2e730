import type { informations } from '#contract/modules/informations.ts'
import type { RowOf } from '#contract/row.ts'
import type { DocumentRow } from '#features/downloads'

/** A piece of news as the list call answers it. */
export type NewsRow = Pick<
  RowOf<typeof informations>,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'cover'
>

/** What its own page adds. */
export type NewsDetail = NewsRow & Pick<RowOf<typeof informations>, 'body'>

/** An article by its number: news and documents share their numbers. */
export type Article = { module: 'informations'; row: NewsDetail } | { module: 'documents'; row: DocumentRow }
