import type { Localized } from './locale.ts'

/** Modules whose rows share one URL by their number, `/article/view/{no}`. */
export const articleModuleNames = ['informations', 'documents', 'qa'] as const

export type ArticleModuleName = (typeof articleModuleNames)[number]

/** Pattern of an article's number. It is a text: leading zeros and letters count. */
export const articleNumberPattern = '^[0-9A-Za-z-]+$'

/** Most characters of a number. */
export const maxArticleNumberLength = 32

/** The article before or after another one in its module's own order. */
export interface ArticleNeighbour {
  no: string
  title: Localized
}

/** Answer of `GET /front/article/{no}`. */
export interface ArticleData<Row = unknown> {
  module: ArticleModuleName
  /** As the call for one row of the module answers it. */
  row: Row
  /** The one above it in the list of its module, for news the next newer one; null for the first. */
  previous: ArticleNeighbour | null
  /** The one below it; null for the last. */
  next: ArticleNeighbour | null
}
