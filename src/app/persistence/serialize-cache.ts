import type { DehydratedState } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'

/** Data from further in the future than this was stamped by a wrong clock, in milliseconds. */
const clockToleranceMs = 5 * 60_000

/** Returns whether only a wrong clock can have set this date. Data with such a date counts as stale. */
export const isFutureDate = (updatedAtMs: number, nowMs: number): boolean =>
  updatedAtMs > nowMs + clockToleranceMs

/** A query of a snapshot, as TanStack Query dehydrates it, with its age. */
export type DehydratedQuery = DehydratedState['queries'][number] & {
  /** The server's time of the response, in milliseconds. */
  asOfMs?: number
}

/** Migrates one query from schema n to n + 1; undefined removes it. */
export type Migration = (query: DehydratedQuery) => DehydratedQuery | undefined

/** Content of one line of a snapshot: a query. These names are stored on devices. */
interface Line {
  /** Query hash. */
  hash: string
  /** Query key. */
  key: unknown[]
  /** Options `meta` of the query, which say whether it is persisted. */
  meta?: Record<string, unknown>
  /** Absent for a query without pages. */
  type?: 'infinite'
  /** The device's time of the response, in milliseconds. */
  updatedAt: number
  /** True when the query must be refetched, however new it is. */
  invalidated?: true
  /** The server's time of the response, in milliseconds. */
  asOf?: number
  data: unknown
}

/**
 * The last line of each query by its data object. `stamp` is of {@link getStamp}: with another one the line is
 * outdated.
 */
const lineCache = new WeakMap<object, { stamp: string; text: string }>()

/**
 * Serializes a snapshot as a header line and one line of JSON for each query. So a damaged line loses one query only, and
 * unchanged lines are not serialized again.
 */
export function serializeCache(client: PersistedClient): string {
  const header = JSON.stringify({ buster: client.buster, timestamp: client.timestamp })
  return [header, ...client.clientState.queries.map(writeLine)].join('\n')
}

/** Returns a snapshot without its header, to compare the queries of two snapshots. */
export const getSerializedQueries = (text: string): string => text.slice(text.indexOf('\n') + 1)

/** Serializes a query, or returns its cached line: serializing an agenda takes tens of milliseconds on a phone. */
function writeLine(query: DehydratedQuery): string {
  const { state, asOfMs } = query
  const stamp = getStamp(query.queryHash, state.dataUpdatedAt, state.isInvalidated, asOfMs)
  const cacheable = typeof state.data === 'object' && state.data !== null ? state.data : undefined
  const cachedLine = cacheable && lineCache.get(cacheable)
  if (cachedLine?.stamp === stamp) return cachedLine.text
  const line: Line = {
    hash: query.queryHash,
    key: [...query.queryKey],
    ...(query.meta ? { meta: query.meta } : {}),
    ...(query.queryType ? { type: query.queryType } : {}),
    updatedAt: state.dataUpdatedAt,
    ...(state.isInvalidated ? { invalidated: true } : {}),
    ...(asOfMs === undefined ? {} : { asOf: asOfMs }),
    data: state.data,
  }
  const text = JSON.stringify(line)
  if (cacheable) lineCache.set(cacheable, { stamp, text })
  return text
}

/** Returns a text that changes with everything in a line except for the data. */
function getStamp(hash: string, updatedAt: number, invalidated: boolean, asOfMs: number | undefined): string {
  return `${hash} ${updatedAt} ${invalidated} ${asOfMs}`
}

/**
 * Parses a snapshot of this schema or an older one. Skips damaged lines.
 * @returns undefined when the header cannot be read, or the snapshot comes from a newer version of the app
 */
export function parseCache(
  text: string,
  schema: number,
  nowMs: number,
  migrations: Readonly<Record<number, Migration>>,
): PersistedClient | undefined {
  const [headerLine = '', ...lines] = text.split('\n')
  const header = parseJson(headerLine) as { buster?: unknown; timestamp?: unknown } | undefined
  const storedSchema = Number(header?.buster)
  if (!Number.isInteger(storedSchema) || storedSchema < 0 || storedSchema > schema) return undefined
  const queries = lines.flatMap((line) => {
    const query = migrate(readLine(line, nowMs), storedSchema, schema, migrations)
    return query ? [query] : []
  })
  return {
    buster: String(schema),
    timestamp: Number(header?.timestamp) || 0,
    clientState: { mutations: [], queries },
  }
}

/**
 * Parses the line of a query. Returns undefined for a damaged one. The line is cached, so it need not be serialized
 * again.
 */
function readLine(text: string, nowMs: number): DehydratedQuery | undefined {
  const line = parseJson(text) as Partial<Line> | undefined
  const { hash, key, updatedAt, data } = line ?? {}
  if (typeof hash !== 'string' || !Array.isArray(key) || typeof updatedAt !== 'number') return undefined
  if (data === undefined || !Number.isFinite(updatedAt)) return undefined
  if (typeof data === 'object' && data !== null)
    lineCache.set(data, { stamp: getStamp(hash, updatedAt, line?.invalidated === true, line?.asOf), text })
  const isFromFuture = isFutureDate(updatedAt, nowMs)
  return {
    queryHash: hash,
    queryKey: key,
    dehydratedAt: isFromFuture ? 0 : updatedAt,
    ...(line?.meta ? { meta: line.meta } : {}),
    ...(line?.type ? { queryType: line.type } : {}),
    ...(typeof line?.asOf === 'number' ? { asOfMs: line.asOf } : {}),
    state: {
      data,
      // 0 makes the data stale at once, and older than any response with a correct date.
      dataUpdatedAt: isFromFuture ? 0 : updatedAt,
      dataUpdateCount: 0,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle',
      isInvalidated: line?.invalidated === true,
      status: 'success',
    },
  }
}

/**
 * Migrates a query to a newer schema, one number after the other. Returns undefined when a migration drops it or is
 * missing.
 */
function migrate(
  query: DehydratedQuery | undefined,
  from: number,
  to: number,
  migrations: Readonly<Record<number, Migration>>,
): DehydratedQuery | undefined {
  let current = query
  for (let schema = from; schema < to && current; schema += 1) current = migrations[schema]?.(current)
  return current
}

/** Returns undefined for text that is not a JSON object. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
