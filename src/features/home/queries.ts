import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/forum.ts'
import type { documents } from '#contract/modules/documents.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { partners } from '#contract/modules/partners.ts'
import type { qa } from '#contract/modules/qa.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

type WithId<Row> = Row & { id: string }

export type HomeNewsRow = WithId<
  Pick<RowOf<typeof informations>, 'no' | 'title' | 'summary' | 'cover' | 'published_at'>
>
export type HomeDocumentRow = WithId<Pick<RowOf<typeof documents>, 'no' | 'title' | 'file'>>
export type HomeQaRow = WithId<Pick<RowOf<typeof qa>, 'no' | 'title'>>
export type PartnerRow = WithId<Pick<RowOf<typeof partners>, 'kind' | 'name' | 'logo' | 'url'>>

/** Where a list stands (specification §3). */
export interface PageInfo {
  page: number
  size: number
  total: number
}

/** Five minutes: what stands on home changes a few times a day. */
const homeFreshMs = 300_000

const kept = { persist: 'public', quiet: true } as const

/** The latest news. */
export const homeNewsQuery = () =>
  queryOptions({
    queryKey: ['home', 'informations'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeNewsRow>('informations', pageListParams.homeNews, { signal })).items,
    staleTime: homeFreshMs,
    meta: kept,
  })

/** Documents that the organiser marked hot; they stay in the list of all (checklist 308). */
export const hotDocumentsQuery = () =>
  queryOptions({
    queryKey: ['home', 'hotDocuments'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeDocumentRow>('documents', pageListParams.homeHotDocuments, { signal })).items,
    staleTime: homeFreshMs,
    meta: kept,
  })

/** The latest documents. */
export const homeDocumentsQuery = () =>
  queryOptions({
    queryKey: ['home', 'documents'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeDocumentRow>('documents', pageListParams.homeDocuments, { signal })).items,
    staleTime: homeFreshMs,
    meta: kept,
  })

/** How many questions there are; known once {@link homeQasQuery} was answered. */
export const qaPageInfoQuery = () =>
  queryOptions<PageInfo>({
    queryKey: ['home', 'qaPageInfo'],
    enabled: false,
    initialData: { page: 1, size: limits.pageSize, total: 0 },
    staleTime: Number.POSITIVE_INFINITY,
    meta: kept,
  })

/** The first questions with answers. */
export const homeQasQuery = () =>
  queryOptions({
    queryKey: ['home', 'qas'],
    queryFn: async ({ signal, client }) => {
      const { items, page, size, total } = await api.list<HomeQaRow>('qa', pageListParams.homeQas, { signal })
      client.setQueryData(qaPageInfoQuery().queryKey, { page, size, total })
      return items
    },
    staleTime: homeFreshMs,
    meta: kept,
  })

/** When the first item of the programme starts; null while there is none. */
export const openingQuery = () =>
  queryOptions({
    queryKey: ['home', 'opening'],
    queryFn: async ({ signal }) => {
      const { items } = await api.list<Pick<RowOf<typeof sessions>, 'starts_at'>>(
        'sessions',
        pageListParams.homeOpening,
        { signal },
      )
      return items[0]?.starts_at ?? null
    },
    staleTime: homeFreshMs,
    meta: kept,
  })

/** Organisers and partners. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: ['home', 'partners'],
    queryFn: ({ signal }) => api.listAll<PartnerRow>('partners', {}, { signal }),
    staleTime: homeFreshMs,
    meta: kept,
  })

/** Starts everything that home shows, without waiting. */
export function prefetchHome(client: QueryClient): void {
  void client.prefetchQuery(homeNewsQuery())
  void client.prefetchQuery(hotDocumentsQuery())
  void client.prefetchQuery(homeDocumentsQuery())
  void client.prefetchQuery(homeQasQuery())
  void client.prefetchQuery(openingQuery())
  void client.prefetchQuery(partnersQuery())
}
