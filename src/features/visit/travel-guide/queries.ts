import { queryOptions } from '@tanstack/react-query'
import type { pages } from '#contract/modules/pages.ts'
import type { places } from '#contract/modules/places.ts'
import type { tourRoutes } from '#contract/modules/tour-routes.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'

/** A page of the guide. `part` names what follows its text: `map` or `tours`; nothing when absent. */
export type PageRow = Pick<WireRow<typeof pages>, 'id' | 'slug' | 'title'> &
  Partial<Pick<WireRow<typeof pages>, 'body' | 'part'>>

type PlaceFields = WireRow<typeof places>

/** A place as the list endpoint returns it. `distance_m`: metres from the venue. `page`: id of the page that shows it. */
export type PlaceRow = Pick<PlaceFields, 'id' | 'name' | 'kind'> &
  Partial<Pick<PlaceFields, 'page' | 'address' | 'phone' | 'coordinates' | 'distance_m' | 'description'>>

type TourFields = WireRow<typeof tourRoutes>

/** A tour. `room`: where it meets. `session`: its session in the agenda. */
export type TourRow = Pick<TourFields, 'id' | 'code' | 'name' | 'starts_at' | 'ends_at' | 'seats'> &
  Partial<Pick<TourFields, 'room' | 'session'>>

/** Five minutes: pages about the venue and travel change rarely. */
const pagesFreshMs = 300_000

const cacheOptions = { staleTime: pagesFreshMs, meta: { persist: 'public' } } as const

/** Lists the pages with their texts in one request; they are few, and are stored for offline use. */
export const pagesQuery = () =>
  queryOptions({
    queryKey: ['pages'],
    queryFn: ({ signal }) => api.listAll<PageRow>('pages', pageListParams.pages, { signal }),
    ...cacheOptions,
  })

/** Lists venue, hotels, stations and emergency numbers in one request, stored for offline use. */
export const placesQuery = () =>
  queryOptions({
    queryKey: ['places'],
    queryFn: ({ signal }) => api.listAll<PlaceRow>('places', pageListParams.places, { signal }),
    ...cacheOptions,
  })

/** Lists the tours that a registration can choose. */
export const toursQuery = () =>
  queryOptions({
    queryKey: ['tourRoutes'],
    queryFn: ({ signal }) => api.listAll<TourRow>('tour_routes', {}, { signal }),
    ...cacheOptions,
  })

/** Search parameters of the travel guide. */
export interface TravelGuideSearch {
  /** Id of the place whose taxi card is open. */
  taxi?: string
}

/** Parses the search parameters; drops what does not fit. */
export function parseTravelGuideSearch({ taxi }: Record<string, unknown>): TravelGuideSearch {
  // The router parses an id of digits alone as a number.
  const id = typeof taxi === 'string' || typeof taxi === 'number' ? String(taxi) : ''
  return id === '' ? {} : { taxi: id }
}
