import { queryOptions } from '@tanstack/react-query'
import type { pages } from '#contract/modules/pages.ts'
import type { places } from '#contract/modules/places.ts'
import type { tourRoutes } from '#contract/modules/tour-routes.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

export type PageRow = Pick<RowOf<typeof pages>, 'id' | 'slug' | 'title'> &
  Partial<Pick<RowOf<typeof pages>, 'body' | 'part'>>

type PlaceFields = RowOf<typeof places>

export type PlaceRow = Pick<PlaceFields, 'id' | 'name' | 'kind'> &
  Partial<Pick<PlaceFields, 'page' | 'address' | 'phone' | 'coordinates' | 'distance_m' | 'description'>>

type TourFields = RowOf<typeof tourRoutes>

export type TourRow = Pick<TourFields, 'id' | 'code' | 'name' | 'starts_at' | 'ends_at' | 'seats'> &
  Partial<Pick<TourFields, 'room' | 'session'>>

/** Five minutes: pages about the venue and the way there change rarely. */
const pagesFreshMs = 300_000

const kept = { staleTime: pagesFreshMs, meta: { persist: 'public' } } as const

/** The pages about business and travel with their texts; few, so that all come at once and stay for offline. */
export const pagesQuery = () =>
  queryOptions({
    queryKey: ['pages'],
    queryFn: ({ signal }) => api.listAll<PageRow>('pages', pageListParams.pages, { signal }),
    ...kept,
  })

/** Venue, hotels, stations and emergency numbers, all at once for the same reason. */
export const placesQuery = () =>
  queryOptions({
    queryKey: ['places'],
    queryFn: ({ signal }) => api.listAll<PlaceRow>('places', pageListParams.places, { signal }),
    ...kept,
  })

/** The tours that can be chosen with a registration. */
export const toursQuery = () =>
  queryOptions({
    queryKey: ['tourRoutes'],
    queryFn: ({ signal }) => api.listAll<TourRow>('tour_routes', {}, { signal }),
    ...kept,
  })
