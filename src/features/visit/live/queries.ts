import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { defaultFreshnessMs } from '#contract/forum.ts'
import type { liveStreams } from '#contract/modules/live-streams.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { WireRow } from '#contract/row.ts'
import { prefetchProgramme } from '#features/programme/sessions'
import { api } from '#platform/api.ts'

/** A stream as the list endpoint returns it. */
export type StreamRow = Pick<
  WireRow<typeof liveStreams>,
  | 'id'
  | 'kind'
  | 'title'
  | 'description'
  | 'starts_at'
  | 'ends_at'
  | 'room'
  | 'url'
  | 'file'
  | 'low_url'
  | 'low_file'
  | 'cover'
>

/** Lists all streams, recordings and albums in the organisers' order. */
export const streamsQuery = () =>
  queryOptions({
    queryKey: ['live_streams'],
    queryFn: ({ signal }) => api.listAll<StreamRow>('live_streams', pageListParams.liveStreams, { signal }),
    staleTime: defaultFreshnessMs,
    meta: { persist: 'public' } as const,
  })

/** Prefetches everything that the screen shows, without waiting, because offline the queries would not settle. */
export function prefetchLive(client: QueryClient): void {
  void client.prefetchQuery(streamsQuery())
  prefetchProgramme(client)
}
