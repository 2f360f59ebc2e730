import { dehydrate, hydrate } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import type { DataAges } from '#platform/data-age.ts'
import {
  shouldPersist,
  cacheSchemaVersion,
  limitChars,
  migrations,
  evictGroup,
  type PersistScope,
} from './persist-rules.ts'
import { parseCache, serializeCache, type DehydratedQuery, type Migration } from './serialize-cache.ts'

/** Dependencies of {@link createCacheContent}. */
export interface CacheContentDeps {
  queryClient: QueryClient
  ages: DataAges
  /** The device's clock, in milliseconds. */
  nowMs: () => number
  schema?: number
  migrations?: Readonly<Record<number, Migration>>
}

/** Converts the queries of one scope between the query client and a snapshot. */
interface CacheContent {
  /** Returns undefined for a damaged text or one of a newer version of the app. */
  parse: (text: string) => PersistedClient | undefined
  /** Adds queries to the query client if they are newer than its own. */
  hydrate: (client: PersistedClient | undefined) => void
  /** Returns the current queries. */
  dehydrate: () => PersistedClient
}

/** Creates the converter of one scope. */
export function createCacheContent(scope: PersistScope, deps: CacheContentDeps): CacheContent {
  const { queryClient, ages, nowMs, schema = cacheSchemaVersion } = deps
  return {
    parse: (text) => parseCache(text, schema, nowMs(), deps.migrations ?? migrations),
    hydrate(client) {
      if (!client) return
      hydrate(queryClient, client.clientState, { defaultOptions: { queries: { gcTime: Infinity } } })
      for (const { queryHash, asOfMs } of client.clientState.queries as DehydratedQuery[])
        if (asOfMs !== undefined && asOfMs > (ages.find(queryHash) ?? 0)) ages.record(queryHash, asOfMs)
    },
    dehydrate() {
      const clientState = dehydrate(queryClient, {
        shouldDehydrateQuery: (query) => shouldPersist(scope, query),
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

/** Serializes a snapshot. Evicts queries while the text exceeds the limit and groups to evict remain. */
export function serializeWithinLimit(client: PersistedClient): string {
  let text = serializeCache(client)
  for (
    let smallerClient = evictFromClient(client);
    text.length > limitChars && smallerClient;
    smallerClient = evictFromClient(smallerClient)
  )
    text = serializeCache(smallerClient)
  return text
}

/** Removes the first group of queries that can be evicted. @param onNothingLeft called when there is none */
export function evictFromClient(
  client: PersistedClient,
  onNothingLeft?: () => void,
): PersistedClient | undefined {
  const queries = evictGroup(client.clientState.queries)
  if (queries) return { ...client, clientState: { mutations: [], queries } }
  onNothingLeft?.()
  return undefined
}
