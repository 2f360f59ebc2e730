import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/forum.ts'
import type { documents } from '#contract/modules/documents.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { partners } from '#contract/modules/partners.ts'
import type { qa } from '#contract/modules/qa.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'

/** A news article, as the list of home shows it. */
export type HomeNewsRow = Pick<
  WireRow<typeof informations>,
  'id' | 'no' | 'title' | 'summary' | 'cover' | 'published_at'
>
/** A document, as the lists of home show it. */
export type HomeDocumentRow = Pick<WireRow<typeof documents>, 'id' | 'no' | 'title' | 'file'>
/** A question, as the list of home shows it. */
export type HomeQaRow = Pick<WireRow<typeof qa>, 'id' | 'no' | 'title'>
/** An organiser or partner; `kind` is of `partnerKinds`. */
export type PartnerRow = Pick<WireRow<typeof partners>, 'id' | 'kind' | 'name' | 'logo' | 'url'>

/**
 * Position and size of the questions' page: as in `src/platform/infinite-list.ts`, whose key the list of questions
 * shares.
 */
export interface PageInfo {
  page: number
  size: number
  total: number
}

/** Five minutes: home changes a few times a day. */
const homeFreshMs = 300_000

/** Home shows what it has: a failed query leaves its section empty, without a notice. */
const persistedMeta = { persist: 'public', quiet: true } as const

/** Lists the latest news. */
export const homeNewsQuery = () =>
  queryOptions({
    queryKey: ['home', 'informations'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeNewsRow>('informations', pageListParams.homeNews, { signal })).items,
    staleTime: homeFreshMs,
    meta: persistedMeta,
  })

/** Lists the documents that organisers marked as hot. They stay in the list of all documents. */
export const hotDocumentsQuery = () =>
  queryOptions({
    queryKey: ['home', 'hotDocuments'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeDocumentRow>('documents', pageListParams.homeHotDocuments, { signal })).items,
    staleTime: homeFreshMs,
    meta: persistedMeta,
  })

/** Lists the latest documents. */
export const homeDocumentsQuery = () =>
  queryOptions({
    queryKey: ['home', 'documents'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeDocumentRow>('documents', pageListParams.homeDocuments, { signal })).items,
    staleTime: homeFreshMs,
    meta: persistedMeta,
  })

/** The number of questions. {@link homeQasQuery} and the list of questions set it; this query itself never fetches. */
export const qaPageInfoQuery = () =>
  queryOptions<PageInfo>({
    queryKey: ['home', 'qaPageInfo'],
    enabled: false,
    initialData: { page: 1, size: limits.pageSize, total: 0 },
    staleTime: Number.POSITIVE_INFINITY,
    meta: persistedMeta,
  })

/** Lists the first questions. */
export const homeQasQuery = () =>
  queryOptions({
    queryKey: ['home', 'qas'],
    queryFn: async ({ signal, client }) => {
      const { items, page, size, total } = await api.list<HomeQaRow>('qa', pageListParams.homeQas, { signal })
      client.setQueryData(qaPageInfoQuery().queryKey, { page, size, total })
      return items
    },
    staleTime: homeFreshMs,
    meta: persistedMeta,
  })

/** Fetches the start of the first session of the forum; null while there is none. */
export const openingQuery = () =>
  queryOptions({
    queryKey: ['home', 'opening'],
    queryFn: async ({ signal }) => {
      const { items } = await api.list<Pick<WireRow<typeof sessions>, 'starts_at'>>(
        'sessions',
        pageListParams.homeFirstSession,
        { signal },
      )
      return items[0]?.starts_at ?? null
    },
    staleTime: homeFreshMs,
    meta: persistedMeta,
  })

/** Lists organisers and partners. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: ['home', 'partners'],
    queryFn: ({ signal }) => api.listAll<PartnerRow>('partners', {}, { signal }),
    staleTime: homeFreshMs,
    meta: persistedMeta,
  })

/** Prefetches everything that home shows, without waiting: offline, the queries would not settle. */
export function prefetchHome(client: QueryClient): void {
  void client.prefetchQuery(homeNewsQuery())
  void client.prefetchQuery(hotDocumentsQuery())
  void client.prefetchQuery(homeDocumentsQuery())
  void client.prefetchQuery(homeQasQuery())
  void client.prefetchQuery(openingQuery())
  void client.prefetchQuery(partnersQuery())
}
