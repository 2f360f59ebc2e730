import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { exhibitors } from '#contract/modules/exhibitors.ts'
import type { hallPlans } from '#contract/modules/hall-plans.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'

/** An exhibitor as the list endpoint returns it. */
export type ExhibitorRow = Pick<
  WireRow<typeof exhibitors>,
  'id' | 'name' | 'kind' | 'booth' | 'description' | 'url' | 'logo' | 'hall' | 'plan_x' | 'plan_y'
>

/** A hall as the list endpoint returns it. `picture` is the plan; without it the hall is not shown. */
export type HallRow = Pick<WireRow<typeof hallPlans>, 'id' | 'name' | 'floor' | 'picture'>

/** Five minutes: booths change a few times before the exhibition opens. */
const showFreshMs = 300_000

const persistedMeta = { persist: 'public' } as const

/** Lists all exhibitors with their texts, for reading and searching offline. */
export const exhibitorsQuery = () =>
  queryOptions({
    queryKey: ['exhibitors'],
    queryFn: ({ signal }) => api.listAll<ExhibitorRow>('exhibitors', pageListParams.exhibitors, { signal }),
    staleTime: showFreshMs,
    meta: persistedMeta,
  })

/** Lists the halls with the pictures of their plans. */
export const hallsQuery = () =>
  queryOptions({
    queryKey: ['hall_plans'],
    queryFn: ({ signal }) => api.listAll<HallRow>('hall_plans', {}, { signal }),
    staleTime: showFreshMs,
    meta: persistedMeta,
  })

/** Prefetches everything that the exhibition shows, without waiting. */
export function prefetchExhibition(client: QueryClient): void {
  void client.prefetchQuery(exhibitorsQuery())
  void client.prefetchQuery(hallsQuery())
}
