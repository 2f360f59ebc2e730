import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { partners } from '#contract/modules/partners.ts'
import { pageLists } from '#contract/page-lists.ts'
import type { RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

export type HomeNewsRow = Pick<RowOf<typeof informations>, 'id' | 'no' | 'title' | 'published_at'>
export type HomeDocumentRow = Pick<RowOf<typeof documents>, 'id' | 'no' | 'title' | 'file'>
export type PartnerRow = Pick<RowOf<typeof partners>, 'id' | 'kind' | 'name' | 'logo' | 'url'>

/** Five minutes: what stands on home changes a few times a day. */
const homeFreshMs = 300_000

const kept = { persist: 'public', quiet: true } as const

/** The latest news. */
export const homeNewsQuery = () =>
  queryOptions({
    queryKey: ['home', 'informations'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeNewsRow>('informations', pageLists.homeNews, { signal })).items,
    staleTime: homeFreshMs,
    meta: kept,
  })

/** Documents that the organiser marked hot; they stay in the list of all (checklist 308). */
export const hotDocumentsQuery = () =>
  queryOptions({
    queryKey: ['home', 'hotDocuments'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeDocumentRow>('documents', pageLists.homeHotDocuments, { signal })).items,
    staleTime: homeFreshMs,
    meta: kept,
  })

/** The latest documents. */
export const homeDocumentsQuery = () =>
  queryOptions({
    queryKey: ['home', 'documents'],
    queryFn: async ({ signal }) =>
      (await api.list<HomeDocumentRow>('documents', pageLists.homeDocuments, { signal })).items,
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
export function startHome(client: QueryClient): void {
  void client.prefetchQuery(homeNewsQuery())
  void client.prefetchQuery(hotDocumentsQuery())
  void client.prefetchQuery(homeDocumentsQuery())
  void client.prefetchQuery(partnersQuery())
}
