import type { ArticleNeighbour } from '#contract/articles.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { qa } from '#contract/modules/qa.ts'
import type { WireRow } from '#contract/row.ts'
import type { DocumentRow } from '#features/articles/downloads'

/** A news article as the list endpoint returns it. */
export type NewsRow = Pick<
  WireRow<typeof informations>,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'cover'
>

/** A news article with its text, which only its own page needs. */
export type NewsDetail = NewsRow & Pick<WireRow<typeof informations>, 'body'>

/** A question as lists show it. */
export type QuestionRow = Pick<WireRow<typeof qa>, 'id' | 'no' | 'category' | 'title' | 'published_at'>

/** A question with its answer. */
export type QuestionDetail = QuestionRow & Pick<WireRow<typeof qa>, 'body'>

/** Row type of each module of articles. */
export interface ArticleRows {
  informations: NewsDetail
  documents: DocumentRow
  qa: QuestionDetail
}

/** An article found by its number, with the articles before and after it. */
export type FoundArticle = {
  [Module in keyof ArticleRows]: { module: Module; row: ArticleRows[Module] }
}[keyof ArticleRows] & { previous: ArticleNeighbour | null; next: ArticleNeighbour | null }

/** The server's response that no article has the number. */
export interface MissingArticle {
  module: 'none'
  /** True when this device has shown it before: it was withdrawn. The name is stored on devices. */
  wasHere: boolean
}

export type Article = FoundArticle | MissingArticle
