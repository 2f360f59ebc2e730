import type { DehydratedState } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'

/** Data from further in the future than this was stamped by a wrong clock, in milliseconds. */
const clockToleranceMs = 5 * 60_000

/** Returns whether only a wrong clock can have set this date. Data with such a date counts as stale. */
export const isFutureDate = (updatedAtMs: number, nowMs: number): boolean =>
  updatedAtMs > nowMs + clockToleranceMs

export type DehydratedQuery = DehydratedState['queries'][number] & {
  /** The server's time at which this data was answered, in milliseconds. */
  asOfMs?: number
}

/** Brings one query of schema n to schema n + 1; undefined drops it. */
export type Migration = (query: DehydratedQuery) => DehydratedQuery | undefined

/** Content of one line of a snapshot. */
interface Line {
  hash: string
  key: unknown[]
  meta?: Record<string, unknown>
  type?: 'infinite'
  updatedAt: number
  invalidated?: true
  asOf?: number
  data: unknown
}

const textOf = new WeakMap<object, { stamp: string; text: string }>()

/**
 * Writes a snapshot: a header line, then one line of JSON for each query. Lines, so that a damaged one costs one query
 * and not all, and so that each is parsed and written once only.
 */
export function serializeCache(client: PersistedClient): string {
  const header = JSON.stringify({ buster: client.buster, timestamp: client.timestamp })
  return [header, ...client.clientState.queries.map(writeLine)].join('\n')
}

/** Returns the queries of a snapshot without its header, to find out whether anything changed. */
export const getSerializedQueries = (text: string): string => text.slice(text.indexOf('\n') + 1)

/** Data that did not change is not turned into text again: an agenda takes tens of milliseconds on a phone. */
function writeLine(query: DehydratedQuery): string {
  const { state, asOfMs } = query
  const stamp = stampOf(query.queryHash, state.dataUpdatedAt, state.isInvalidated, asOfMs)
  const cacheable = typeof state.data === 'object' && state.data !== null ? state.data : undefined
  const known = cacheable && textOf.get(cacheable)
  if (known?.stamp === stamp) return known.text
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
  if (cacheable) textOf.set(cacheable, { stamp, text })
  return text
}

function stampOf(hash: string, updatedAt: number, invalidated: boolean, asOfMs: number | undefined): string {
  return `${hash} ${updatedAt} ${invalidated} ${asOfMs}`
}

/**
 * Reads a snapshot of this schema or an older one. Damaged lines are left out.
 * @returns undefined when the header cannot be read, or the snapshot comes from a newer version of the app
 */
export function parseCache(
  text: string,
  schema: number,
  nowMs: number,
  migrations: Readonly<Record<number, Migration>>,
): PersistedClient | undefined {
  const [head = '', ...lines] = text.split('\n')
  const header = parseJson(head) as { buster?: unknown; timestamp?: unknown } | undefined
  const written = Number(header?.buster)
  if (!Number.isInteger(written) || written < 0 || written > schema) return undefined
  const queries = lines.flatMap((line) => {
    const query = migrate(readLine(line, nowMs), written, schema, migrations)
    return query ? [query] : []
  })
  return {
    buster: String(schema),
    timestamp: Number(header?.timestamp) || 0,
    clientState: { mutations: [], queries },
  }
}

function readLine(text: string, nowMs: number): DehydratedQuery | undefined {
  const line = parseJson(text) as Partial<Line> | undefined
  const { hash, key, updatedAt, data } = line ?? {}
  if (typeof hash !== 'string' || !Array.isArray(key) || typeof updatedAt !== 'number') return undefined
  if (data === undefined || !Number.isFinite(updatedAt)) return undefined
  if (typeof data === 'object' && data !== null)
    textOf.set(data, { stamp: stampOf(hash, updatedAt, line?.invalidated === true, line?.asOf), text })
  const fromTheFuture = isFutureDate(updatedAt, nowMs)
  return {
    queryHash: hash,
    queryKey: key,
    dehydratedAt: fromTheFuture ? 0 : updatedAt,
    ...(line?.meta ? { meta: line.meta } : {}),
    ...(line?.type ? { queryType: line.type } : {}),
    ...(typeof line?.asOf === 'number' ? { asOfMs: line.asOf } : {}),
    state: {
      data,
      // 0 is older than anything: stale at once, and any answer of a right clock wins over it.
      dataUpdatedAt: fromTheFuture ? 0 : updatedAt,
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

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
