import type { Localized } from '#contract/locale.ts'
import { api } from '#platform/api.ts'
import { getContent, setContent } from '#platform/content-cache.ts'
import { serverClock } from '#platform/server-clock.ts'
import type { AbstractRow, SessionRow } from './programme.ts'

/** Abstracts by session id. */
export type Abstracts = Readonly<Record<string, Partial<Localized>>>

/** The entry of the content cache. */
interface CachedAbstracts {
  /** {@link getSessionsFingerprint} of the sessions for which they were fetched. */
  fingerprint: string
  abstracts: Abstracts
}

/** Key in the content cache, which is stored on devices. */
const cacheKey = 'sessions/abstracts'

/** What loading abstracts needs from outside. */
export interface AbstractsDeps {
  /** Fetches the abstracts of all sessions. */
  fetchRows: (signal: AbortSignal) => Promise<readonly AbstractRow[]>
  getCached: typeof getContent
  setCached: typeof setContent
  /** The server's current time; undefined before the first response. */
  serverNowMs: () => number | undefined
}

const appDeps: AbstractsDeps = {
  fetchRows: (signal) => api.listAll<AbstractRow>('sessions', { fields: ['abstract'] }, { signal }),
  getCached: getContent,
  setCached: setContent,
  serverNowMs: serverClock.nowMs,
}

/**
 * Returns a short text that changes when a session is added, removed or edited: FNV-1a over ids and versions.
 * All abstracts take over a megabyte, so they are fetched only when something has changed.
 */
export function getSessionsFingerprint(sessions: readonly Pick<SessionRow, 'id' | 'version'>[]): string {
  let hash = 0x811c9dc5
  for (const { id, version } of sessions) {
    for (const character of `${id}:${version};`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return `${sessions.length}-${hash.toString(16)}`
}

const fingerprints = new WeakMap<readonly SessionRow[], string>()

/** {@link getSessionsFingerprint}, memoized by list, because screens need it at every render. */
export function getMemoizedFingerprint(sessions: readonly SessionRow[]): string {
  const cachedFingerprint = fingerprints.get(sessions)
  if (cachedFingerprint !== undefined) return cachedFingerprint
  const fingerprint = getSessionsFingerprint(sessions)
  fingerprints.set(sessions, fingerprint)
  return fingerprint
}

/** Result of {@link loadAbstracts}. */
export interface LoadedAbstracts {
  abstracts: Abstracts
  /**
   * When the server sent cached abstracts that are older than the sessions; absent for current ones and unknown ages.
   */
  olderAsOfMs?: number | undefined
}

/**
 * Loads the abstracts of all sessions: from the cache when it is current, else from the server.
 * Offline it returns the cached ones, however old.
 * @throws the error of the request when the cache is empty
 */
export async function loadAbstracts(
  sessions: readonly SessionRow[],
  signal: AbortSignal,
  deps: AbstractsDeps = appDeps,
): Promise<LoadedAbstracts> {
  const fingerprint = getMemoizedFingerprint(sessions)
  const cached = await deps.getCached<CachedAbstracts>(cacheKey)
  if (cached?.data.fingerprint === fingerprint) return { abstracts: cached.data.abstracts }
  try {
    const rows = await deps.fetchRows(signal)
    const abstracts = Object.fromEntries(
      rows.flatMap(({ id, abstract }) => (abstract ? [[id, abstract]] : [])),
    )
    const asOfMs = deps.serverNowMs()
    const data: CachedAbstracts = { fingerprint, abstracts }
    await deps.setCached([[cacheKey, { data, ...(asOfMs === undefined ? {} : { asOfMs }) }]])
    return { abstracts }
  } catch (error) {
    if (cached) return { abstracts: cached.data.abstracts, olderAsOfMs: cached.asOfMs }
    throw error
  }
}
