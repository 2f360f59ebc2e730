import { InvalidUrlError, NetworkError } from './errors.ts'

/** A value of a URL's query. Parameters that are undefined or null are left out. */
type ParamValue = string | number | boolean | undefined | null
/** The query of a URL. A list becomes one parameter for each item. */
export type Params = Readonly<Record<string, ParamValue | readonly string[]>>

/**
 * Builds the full URL of a request. A path is resolved under the API base, an absolute URL stays unchanged.
 * @throws InvalidUrlError when the URL is not a string
 */
export function buildUrl(url: unknown, params: Params | undefined, base: URL): URL {
  if (typeof url !== 'string') throw new InvalidUrlError(url)
  // Matches `https://host/…`.
  const fullUrl = /^https?:\/\//i.test(url) ? new URL(url) : resolveUnderBase(url, base)
  for (const [name, value] of Object.entries(params ?? {})) {
    const values = Array.isArray(value) ? value : [value]
    for (const item of values) {
      if (item !== undefined && item !== null) fullUrl.searchParams.append(name, String(item))
    }
  }
  return fullUrl
}

/** Resolves a path under the API base. Leading slashes are removed, because `//host` would name another host. */
function resolveUnderBase(url: string, base: URL): URL {
  return new URL(`${base.pathname.replace(/\/$/, '')}/${url.replace(/^[/\\]+/, '')}`, base.origin)
}

/** Returns whether a URL has the origin of the API, so that the token may be sent to it. */
export function isSameOriginUrl(fullUrl: URL, base: URL): boolean {
  return fullUrl.origin === base.origin
}

/** Returns path and query, by which page data is found. */
export function getPathAndQuery(fullUrl: URL): string {
  return fullUrl.pathname + fullUrl.search
}

/** Returns the body and its content type for `fetch`. */
export function writeBody(
  body: unknown,
  type: 'json' | 'form',
): { body?: BodyInit; headers?: Record<string, string> } {
  if (body === undefined) return {}
  // The browser sets the content type of these itself; of a FormData with the multipart boundary.
  if (body instanceof FormData || body instanceof Blob) return { body }
  if (type === 'json') return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  // Form fields: a value that is no string is sent as JSON text.
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value !== undefined && value !== null)
      fields.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return { body: fields, headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' } }
}

/**
 * Runs a call with the caller's signal and timeout.
 * @throws the reason of the signal, or NetworkError `time_limit`
 */
export async function withTimeout<Result>(
  requestUrl: URL,
  { signal, limitMs }: { signal?: AbortSignal; limitMs?: number },
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abortWithCaller = () => controller.abort(signal?.reason)
  if (signal?.aborted) abortWithCaller()
  signal?.addEventListener('abort', abortWithCaller, { once: true })
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new NetworkError('time_limit', requestUrl.href)), limitMs)
  try {
    return await run(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abortWithCaller)
  }
}
