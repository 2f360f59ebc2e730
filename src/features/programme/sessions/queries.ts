import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import { defaultFreshnessMs } from '#contract/forum.ts'
import { api } from '#platform/api.ts'
import { dataAges } from '#platform/data-age.ts'
import { getMemoizedFingerprint, loadAbstracts } from './abstracts.ts'
import type { RoomRow, SessionDetail, SessionRow, SpeakerRow, TrackRow } from './programme.ts'

/** How long rooms, tracks and speakers count as fresh: five minutes, as they change less often than sessions. */
const slowFreshMs = 300_000

/** Puts a query into the public part of the persisted cache, so that the programme is there offline. */
const persistedMeta = { persist: 'public' } as const

/** Lists all published sessions in both languages, without abstracts. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.listAll<SessionRow>('sessions', {}, { signal }),
    staleTime: defaultFreshnessMs,
    meta: persistedMeta,
  })

export const tracksQuery = () =>
  queryOptions({
    queryKey: ['tracks'],
    queryFn: ({ signal }) => api.listAll<TrackRow>('tracks', {}, { signal }),
    staleTime: slowFreshMs,
    meta: persistedMeta,
  })

export const roomsQuery = () =>
  queryOptions({
    queryKey: ['rooms'],
    queryFn: ({ signal }) => api.listAll<RoomRow>('rooms', {}, { signal }),
    staleTime: slowFreshMs,
    meta: persistedMeta,
  })

export const speakersQuery = () =>
  queryOptions({
    queryKey: ['speakers'],
    queryFn: ({ signal }) => api.listAll<SpeakerRow>('speakers', {}, { signal }),
    staleTime: slowFreshMs,
    meta: persistedMeta,
  })

/** Prefetches the programme without waiting, because offline the queries would not settle. */
export function prefetchProgramme(client: QueryClient): void {
  void client.prefetchQuery(sessionsQuery())
  void client.prefetchQuery(tracksQuery())
  void client.prefetchQuery(roomsQuery())
  void client.prefetchQuery(speakersQuery())
}

/**
 * Reads one session with its abstract and links. Not persisted: offline, the list and the cached abstracts are used.
 * Not retried: the list has the essentials, and the page of an unknown session shows nothing else until this settles.
 */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) => api.detail<SessionDetail>('sessions', id, { signal }),
    staleTime: defaultFreshnessMs,
    retry: false,
    meta: { quiet: true },
  })

/**
 * Loads all abstracts, from the device's cache while the sessions are unchanged.
 * Fetched when the device is idle, never at the start.
 */
export const abstractsQuery = (sessions: readonly SessionRow[]) =>
  queryOptions({
    queryKey: ['abstracts', getMemoizedFingerprint(sessions)],
    queryFn: async ({ signal, queryKey }) => {
      const { abstracts, olderAsOfMs } = await loadAbstracts(sessions, signal)
      const isOutdated = true
      if (olderAsOfMs !== undefined) dataAges.record(hashKey(queryKey), olderAsOfMs, isOutdated)
      return abstracts
    },
    meta: { quiet: true },
    // Another version of the sessions has another key, so a result is never stale.
    staleTime: Number.POSITIVE_INFINITY,
    // Not retried: search and session pages work without abstracts.
    retry: false,
  })
