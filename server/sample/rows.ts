import { categories } from './categories.ts'
import { news } from './news/index.ts'
import { pages } from './pages/index.ts'
import { partners } from './partners.ts'
import { rooms } from './rooms.ts'
import { sessions } from './sessions/index.ts'
import { settings } from './settings.ts'
import { speakers } from './speakers.ts'
import { tracks } from './tracks.ts'

/**
 * Rows of each module but documents, whose files are stored first. A module stands after those that its rows point to.
 */
export const sampleRows = {
  settings,
  rooms,
  tracks,
  speakers,
  sessions,
  article_category: categories,
  informations: news,
  pages,
  partners,
} satisfies Record<string, readonly { id: string }[]>
