import { dehydrate, hydrate } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import type { DataAges } from '#lib/data-age.ts'
import {
  shouldPersist,
  cacheSchemaVersion,
  limitChars,
  migrations,
  evictGroup,
  type PersistScope,
} from './persist-rules.ts'
import { parseCache, serializeCache, type DehydratedQuery, type Migration } from './serialize-cache.ts'

/** What a snapshot is read into and taken from. */
export interface ContentParts {
  queryClient: QueryClient
  ages: DataAges
  /** The device's clock, in milliseconds. */
  nowMs: () => number
  schema?: number
  migrations?: Readonly<Record<number, Migration>>
}

/** The queries of one shelf, in the query client and as a snapshot. */
export interface ShelfContent {
  /** Undefined where the text cannot be read, or comes from a newer version of the app. */
  read: (text: string) => PersistedClient | undefined
  /** Adds queries to the query client if they are newer than its own. */
  put: (client: PersistedClient | undefined) => void
  /** The queries as they are now. */
  take: () => PersistedClient
}

/** Gives what a shelf keeps. */
export function openContent(shelf: PersistScope, parts: ContentParts): ShelfContent {
  const { queryClient, ages, nowMs, schema = cacheSchemaVersion } = parts
  return {
    read: (text) => parseCache(text, schema, nowMs(), parts.migrations ?? migrations),
    put(client) {
      if (!client) return
      hydrate(queryClient, client.clientState, { defaultOptions: { queries: { gcTime: Infinity } } })
      for (const { queryHash, asOfMs } of client.clientState.queries as DehydratedQuery[])
        if (asOfMs !== undefined && asOfMs > (ages.find(queryHash) ?? 0)) ages.record(queryHash, asOfMs)
    },
    take() {
      const clientState = dehydrate(queryClient, {
        shouldDehydrateQuery: (query) => shouldPersist(shelf, query),
        shouldDehydrateMutation: () => false,
      })
      const queries = clientState.queries.map((query): DehydratedQuery => {
        const asOfMs = ages.find(query.queryHash)
        return asOfMs === undefined ? query : { ...query, asOfMs }
      })
      return { buster: String(schema), timestamp: nowMs(), clientState: { mutations: [], queries } }
    },
  }
}

/** The snapshot's text, shrunk to the limit as far as the sacrifices go. */
export function writeWithin(client: PersistedClient): string {
  let text = serializeCache(client)
  for (let next = shrunk(client); text.length > limitChars && next; next = shrunk(next))
    text = serializeCache(next)
  return text
}

/** The queries without those that go first. @param onEnd called when nothing may go any more */
export function shrunk(client: PersistedClient, onEnd?: () => void): PersistedClient | undefined {
  const queries = evictGroup(client.clientState.queries)
  if (queries) return { ...client, clientState: { mutations: [], queries } }
  onEnd?.()
  return undefined
}
