import type { Localized } from '#contract/locale.ts'
import { api } from '#lib/api.ts'
import { getContent, setContent } from '#lib/content-cache.ts'
import { serverClock } from '#lib/server-clock.ts'
import type { AbstractRow, SessionRow } from './rows.ts'

/** Abstracts by session id. */
export type Abstracts = Readonly<Record<string, Partial<Localized>>>

interface ShelvedAbstracts {
  /** {@link getSessionsFingerprint} the sessions for which they were fetched. */
  fingerprint: string
  abstracts: Abstracts
}

const shelfKey = 'sessions/abstracts'

/** What the abstracts' loader needs from outside. */
export interface AbstractsDeps {
  fetchRows: (signal: AbortSignal) => Promise<readonly AbstractRow[]>
  getBody: typeof getContent
  setBodies: typeof setContent
  serverNowMs: () => number | undefined
}

const appParts: AbstractsDeps = {
  fetchRows: (signal) => api.listAll<AbstractRow>('sessions', { fields: ['abstract'] }, { signal }),
  getBody: getContent,
  setBodies: setContent,
  serverNowMs: serverClock.nowMs,
}

/**
 * A short text that changes whenever a session is added, removed or written: FNV-1a over ids and versions. One call
 * brings over a megabyte of abstracts, so it is made only when something did change.
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

/** {@link getSessionsFingerprint} a list, made once for each list: screens ask at every drawing. */
export function findFingerprint(sessions: readonly SessionRow[]): string {
  const known = fingerprints.get(sessions)
  if (known !== undefined) return known
  const fingerprint = getSessionsFingerprint(sessions)
  fingerprints.set(sessions, fingerprint)
  return fingerprint
}

/** What {@link loadAbstracts} answers. */
export interface LoadedAbstracts {
  abstracts: Abstracts
  /** When the server answered them, where they are older than the sessions themselves: then the screen says so. */
  olderAsOfMs?: number | undefined
}

/**
 * The abstracts of all sessions: those on the shelf when they are the latest, else the server's; without network the
 * shelf's, however old.
 * @throws what the call throws when the shelf is empty too
 */
export async function loadAbstracts(
  sessions: readonly SessionRow[],
  signal: AbortSignal,
  parts: AbstractsDeps = appParts,
): Promise<LoadedAbstracts> {
  const fingerprint = findFingerprint(sessions)
  const kept = await parts.getBody<ShelvedAbstracts>(shelfKey)
  if (kept?.data.fingerprint === fingerprint) return { abstracts: kept.data.abstracts }
  try {
    const rows = await parts.fetchRows(signal)
    const abstracts = Object.fromEntries(
      rows.flatMap(({ id, abstract }) => (abstract ? [[id, abstract]] : [])),
    )
    const asOfMs = parts.serverNowMs()
    const data: ShelvedAbstracts = { fingerprint, abstracts }
    await parts.setBodies([[shelfKey, { data, ...(asOfMs === undefined ? {} : { asOfMs }) }]])
    return { abstracts }
  } catch (error) {
    if (kept) return { abstracts: kept.data.abstracts, olderAsOfMs: kept.asOfMs }
    throw error
  }
}
