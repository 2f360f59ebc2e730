import type { ListParams } from './api.ts'
import { limits } from './forum.ts'

/** Number of rows that the home page shows of each list. */
export const homeRows = 5

/** Fields of a document on the home page. */
const homeDocumentFields = ['no', 'title', 'file'] as const

/**
 * List parameters of screens when they open. Server and app share them: the server embeds the responses in the page, and
 * the app finds them by the whole URL.
 */
export const pageListParams = {
  homeNews: { page: 1, size: homeRows, fields: ['no', 'title', 'summary', 'cover', 'published_at'] },
  homeHotDocuments: {
    // `1` is true in the filter language.
    filters: [{ param: 'is_hot', op: 'eq', value: 1 }],
    page: 1,
    size: homeRows,
    fields: homeDocumentFields,
  },
  homeDocuments: { page: 1, size: homeRows, fields: homeDocumentFields },
  /** A whole page of questions, of which the home page shows the first. */
  homeQas: { page: 1, size: limits.pageSize, fields: ['no', 'title'] },
  /** The first session of the forum, to which the home page counts down. Excludes breaks and tours. */
  homeFirstSession: {
    filters: [
      { param: 'state', op: 'eq', value: 'confirmed' },
      { param: 'type', op: 'in', value: ['ceremony', 'keynote', 'talk', 'panel', 'workshop'] },
    ],
    page: 1,
    size: 1,
    fields: ['starts_at'],
  },
  news: { page: 1, size: limits.pageSize },
  /** Includes the answers: they are short, and each one opens without another request. */
  questions: {
    page: 1,
    size: limits.pageSize,
    fields: ['no', 'category', 'title', 'body', 'published_at'],
  },
  /** The maximum page size. Most forums need no second page. */
  documents: { page: 1, size: 100 },
  liveStreams: {
    fields: [
      'kind',
      'title',
      'description',
      'starts_at',
      'ends_at',
      'room',
      'url',
      'file',
      'low_url',
      'low_file',
      'cover',
    ],
  },
  /** Includes the texts, so that they can be searched and read without network. */
  exhibitors: {
    fields: ['name', 'kind', 'booth', 'description', 'url', 'logo', 'hall', 'plan_x', 'plan_y'],
  },
  /** All pages with their texts, so that they can be read without network. */
  pages: { sorters: { position: 'asc' }, fields: ['slug', 'title', 'body', 'part'] },
  places: {
    sorters: { position: 'asc' },
    fields: ['name', 'kind', 'page', 'address', 'phone', 'coordinates', 'distance_m', 'description'],
  },
} as const satisfies Record<string, ListParams>
