import type { ListParams } from './api.ts'
import { limits } from './forum.ts'

/** Rows that home shows of a list. */
export const homeRows = 5

/** What home shows of a document. */
const homeDocumentFields = ['no', 'title', 'file'] as const

/**
 * List parameters of screens when they open. Server and screens share them, because the server embeds the responses in
 * the page and the client finds them by the whole URL.
 */
export const pageListParams = {
  homeNews: { page: 1, size: homeRows, fields: ['no', 'title', 'summary', 'cover', 'published_at'] },
  homeHotDocuments: {
    filters: [{ param: 'is_hot', op: 'eq', value: 1 }],
    page: 1,
    size: homeRows,
    fields: homeDocumentFields,
  },
  homeDocuments: { page: 1, size: homeRows, fields: homeDocumentFields },
  /** A whole page of questions. Home shows the first one. */
  homeQas: { page: 1, size: limits.pageSize, fields: ['no', 'title'] },
  /** What opens the forum: home counts down to it. Coffee and tours open nothing. */
  homeOpening: {
    filters: [
      { param: 'state', op: 'eq', value: 'confirmed' },
      { param: 'type', op: 'in', value: ['ceremony', 'keynote', 'talk', 'panel', 'workshop'] },
    ],
    page: 1,
    size: 1,
    fields: ['starts_at'],
  },
  news: { page: 1, size: limits.pageSize },
  /** With the answers: they are short, and each one opens without another call. */
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
  /** With their texts: few enough to be searched on the device, and read without network. */
  exhibitors: {
    fields: ['name', 'kind', 'booth', 'description', 'url', 'logo', 'hall', 'plan_x', 'plan_y'],
  },
  /** Few, with their texts: all come at once and stay for offline. */
  pages: { sorters: { position: 'asc' }, fields: ['slug', 'title', 'body', 'part'] },
  places: {
    sorters: { position: 'asc' },
    fields: ['name', 'kind', 'page', 'address', 'phone', 'coordinates', 'distance_m', 'description'],
  },
} as const satisfies Record<string, ListParams>
