import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { exhibitors } from '#contract/modules/exhibitors.ts'
import type { hallPlans } from '#contract/modules/hall-plans.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

/** An exhibitor as the list call answers it. */
export type ExhibitorRow = Pick<
  RowOf<typeof exhibitors>,
  'id' | 'name' | 'kind' | 'booth' | 'description' | 'url' | 'logo' | 'hall' | 'plan_x' | 'plan_y'
>

export type HallRow = Pick<RowOf<typeof hallPlans>, 'id' | 'name' | 'floor' | 'picture'>

/** Five minutes: booths change a few times before the exhibition opens. */
const showFreshMs = 300_000

const kept = { persist: 'public' } as const

/** Every exhibitor with its text, for reading and searching without network. */
export const exhibitorsQuery = () =>
  queryOptions({
    queryKey: ['exhibitors'],
    queryFn: ({ signal }) => api.listAll<ExhibitorRow>('exhibitors', pageListParams.exhibitors, { signal }),
    staleTime: showFreshMs,
    meta: kept,
  })

/** The halls with the pictures of their plans. */
export const hallsQuery = () =>
  queryOptions({
    queryKey: ['hall_plans'],
    queryFn: ({ signal }) => api.listAll<HallRow>('hall_plans', {}, { signal }),
    staleTime: showFreshMs,
    meta: kept,
  })

/** Starts all that the exhibition shows, without waiting. */
export function prefetchExhibition(client: QueryClient): void {
  void client.prefetchQuery(exhibitorsQuery())
  void client.prefetchQuery(hallsQuery())
}
