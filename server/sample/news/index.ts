import { august } from './august.ts'
import { drafts } from './drafts.ts'
import { july } from './july.ts'
import { toNewsRow } from './news-item.ts'
import { september } from './september.ts'

/** Rows of informations: the published and the drafts. */
export const news = [
  ...[...july, ...august, ...september].map((item) => toNewsRow(item, 'published')),
  ...drafts.map((item) => toNewsRow(item, 'draft')),
]
