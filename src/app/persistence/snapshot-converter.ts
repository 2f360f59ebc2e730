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

/** Dependencies of {@link createSnapshotConverter}. */
export interface SnapshotConverterDeps {
  queryClient: QueryClient
  /** Ages of the queries, which a snapshot stores with them. */
  ages: DataAges
  /** The device's clock, in milliseconds. */
  nowMs: () => number
  /** Schema of this version of the app. Tests replace it and the migrations. */
  schema?: number
  migrations?: Readonly<Record<number, Migration>>
}

/** Converts the queries of one scope between the query client and a snapshot. */
interface SnapshotConverter {
  /** Returns undefined for a damaged text or one of a newer version of the app. */
  parse: (text: string) => PersistedClient | undefined
  /** Adds queries to the query client if they are newer than its own. */
  hydrate: (client: PersistedClient | undefined) => void
  /** Returns the current queries. */
  dehydrate: () => PersistedClient
}

/** Creates the converter of one scope. */
export function createSnapshotConverter(scope: PersistScope, deps: SnapshotConverterDeps): SnapshotConverter {
  const { queryClient, ages, nowMs, schema = cacheSchemaVersion } = deps
  return {
    parse: (text) => parseCache(text, schema, nowMs(), deps.migrations ?? migrations),
    hydrate(client) {
      if (!client) return
      // A garbage-collected query would be missing in the next snapshot.
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

/**
 * Serializes a snapshot. Evicts queries while the text exceeds `limitChars` and groups to evict remain. What can never be
 * evicted may exceed the limit.
 */
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

/**
 * Returns the snapshot without the first group of queries that can be evicted.
 * @param onNothingLeft called when there is none; the result is then undefined
 */
export function evictFromClient(
  client: PersistedClient,
  onNothingLeft?: () => void,
): PersistedClient | undefined {
  const queries = evictGroup(client.clientState.queries)
  if (queries) return { ...client, clientState: { mutations: [], queries } }
  onNothingLeft?.()
  return undefined
}
