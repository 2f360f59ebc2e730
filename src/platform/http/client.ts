import {
  isCode200,
  isEnvelope,
  unwrap,
  type IsSuccess,
  findFileName,
  parseJson,
  readBytes,
} from './response.ts'
import { ApiError, NetworkError } from './errors.ts'
import { buildUrl, getPathAndQuery, isSameOriginUrl, withTimeout, writeBody, type Params } from './request.ts'
import type { StreamRequest } from './server-events.ts'

/** Options of every call. */
export interface HttpOptions {
  /** Aborts the request; the call then throws the signal's reason. */
  signal?: AbortSignal
  /** Timeout in milliseconds. Without it the request never times out. */
  limitMs?: number
  /** Encoding of the body: JSON or form fields. A FormData is sent as it is in both cases. */
  requestType?: 'json' | 'form'
  /** Additional headers. They replace the client's own of the same name, such as the token. */
  headers?: Readonly<Record<string, string>>
  /** Defaults to `same-origin`. */
  credentials?: RequestCredentials
  /** Decides whether an envelope is a success; by default one with `code` 200. */
  accepts?: IsSuccess
  /** Called with the headers of any response, an error included, before its body is read. */
  onHeaders?: (headers: Headers) => void
}

/** Dependencies of the client. */
export interface HttpClientDeps {
  /** Base of the API, for example `https://forum.example/api`. */
  baseUrl: string
  /** Returns the token for the header `Authorization`; undefined when nobody is signed in. */
  getToken: () => string | undefined
  /** Returns the language for the header `Accept-Language`. */
  getLocale: () => string
  fetch: typeof fetch
  /** Called with the header `Date` of each response that is known to come from the forum's server. */
  onServerDate?: (date: string | null) => void
  /**
   * Called with the header `X-Forum-Now` of these responses. Null unless the server's clock was set for a
   * demonstration.
   */
  onForumNow?: (forumNow: string | null) => void
  /** Called for each response of the forum's server, with any status. */
  onResponse?: () => void
  /** Called when the forum's server did not respond: no network, a timeout, or the page of a captive portal. */
  onNoResponse?: () => void
  /** Called when the server refused the token, or requires its second factor first. Not for a wrong password. */
  onUnauthorized?: (requestUrl: URL) => void
  /** Takes the page data for a path and query; undefined when the page has none. The data itself may be undefined. */
  takePageData?: (pathAndQuery: string) => { data: unknown } | undefined
}

/** A file of the server, in memory. */
export interface DownloadedFile {
  blob: Blob
  /** Name from the response's headers; undefined when they have none. */
  name: string | undefined
}

interface DownloadOptions extends HttpOptions {
  /** Body of the request, where the file is created by a POST. */
  body?: unknown
  /** Called with the number of bytes received so far. */
  onBytes?: (bytes: number) => void
}

interface PostOptions extends HttpOptions {
  /** Query of the URL. */
  params?: Params
  /** Sends a request whose response streams its progress. Injected, so that other pages do not load its code. */
  sendWithProgress?: StreamRequest
}

/**
 * The calls of the client. A URL is a path under the API base, or an absolute URL. It is checked at run time, since
 * callers build it: see `InvalidUrlError`. `get` and `post` return the data of the envelope.
 */
export interface HttpClient {
  get: (url: unknown, params?: Params, options?: HttpOptions) => Promise<unknown>
  post: (url: unknown, body?: unknown, options?: PostOptions) => Promise<unknown>
  download: (url: unknown, params?: Params, options?: DownloadOptions) => Promise<DownloadedFile>
  /** Removes all cached responses, at sign-out and when another user signs in. */
  clearCache: () => void
}

/** Number of responses cached for conditional requests. It bounds the memory that they take. */
const maxCachedResponses = 100

/**
 * Creates the HTTP client. Its calls return data, or throw {@link ApiError}, {@link NetworkError} or
 * `InvalidUrlError`. It shows no notices and does not navigate.
 */
export function createHttpClient(clientDeps: HttpClientDeps): HttpClient {
  const base = new URL(clientDeps.baseUrl)
  const etagCache = createEtagCache(maxCachedResponses)
  const deps: CallDeps = { clientDeps, base, etagCache }
  return {
    async get(url, params, options = {}) {
      const requestUrl = buildUrl(url, params, base)
      const pageData = isSameOriginUrl(requestUrl, base)
        ? clientDeps.takePageData?.(getPathAndQuery(requestUrl))
        : undefined
      if (pageData) return pageData.data
      return runRequest(deps, requestUrl, options, (signal) => read(deps, requestUrl, { ...options, signal }))
    },
    async post(url, body, options = {}) {
      const requestUrl = buildUrl(url, options.params, base)
      return runRequest(deps, requestUrl, options, (signal) =>
        write(deps, requestUrl, body, { ...options, signal }),
      )
    },
    async download(url, params, options = {}) {
      const requestUrl = buildUrl(url, params, base)
      return runRequest(deps, requestUrl, options, async (signal) => {
        const init =
          options.body === undefined
            ? { method: 'GET' }
            : { method: 'POST', ...writeBody(options.body, 'json') }
        const response = await send(deps, requestUrl, { ...options, signal }, init)
        // An error comes as JSON in place of the file: this call throws it.
        if (!response.ok) await unwrapResponse(deps, requestUrl, response, options.accepts)
        return {
          blob: await readBytes(response, options.onBytes),
          name: findFileName(response.headers.get('content-disposition')),
        }
      })
    },
    clearCache: () => etagCache.clear(),
  }
}

/** Dependencies of each call. */
interface CallDeps {
  clientDeps: HttpClientDeps
  /** Base of the API. */
  base: URL
  etagCache: EtagCache
}

/** Sends a POST, and returns the data of its response. */
async function write(
  deps: CallDeps,
  requestUrl: URL,
  body: unknown,
  options: PostOptions & { signal: AbortSignal },
): Promise<unknown> {
  const { sendWithProgress, requestType = 'json', accepts, signal } = options
  const init = { method: 'POST', ...writeBody(body, requestType) }
  const call = (overrides: Pick<HttpOptions, 'headers' | 'signal'>) =>
    send(deps, requestUrl, { ...options, ...overrides }, init)
  const response = await (sendWithProgress ? sendWithProgress(requestUrl.href, signal, call) : call({}))
  return unwrapResponse(deps, requestUrl, response, accepts)
}

/** Sends a GET, conditional if a response is cached, and returns the data of the new or cached response. */
async function read(deps: CallDeps, requestUrl: URL, options: HttpOptions): Promise<unknown> {
  const { clientDeps, etagCache } = deps
  // The token is a part of the key: users see different data under the same URL.
  const key = `${clientDeps.getToken() ?? ''} ${requestUrl.href}`
  const cached = etagCache.find(key)
  const condition = cached ? { 'If-None-Match': cached.etag } : {}
  const headers = { ...options.headers, ...condition }
  const response = await send(deps, requestUrl, { ...options, headers }, { method: 'GET' })
  if (cached && response.status === 304) {
    // A captive portal does not know the ETag, so the response is the server's.
    reportServerDate(clientDeps, response)
    return cached.data
  }
  const data = await unwrapResponse(deps, requestUrl, response, options.accepts)
  const etag = response.headers.get('etag')
  if (etag) etagCache.set(key, { etag, data })
  return data
}

/**
 * Sends a request. The token and the language go to the forum's server only.
 * @throws the signal's reason, or NetworkError `no_answer`
 */
async function send(
  { clientDeps, base }: CallDeps,
  requestUrl: URL,
  options: HttpOptions,
  init: { method: string; body?: BodyInit; headers?: Record<string, string> },
): Promise<Response> {
  const isOwnServer = isSameOriginUrl(requestUrl, base)
  const token = isOwnServer ? clientDeps.getToken() : undefined
  const headers = {
    Accept: 'application/json',
    ...(isOwnServer ? { 'Accept-Language': clientDeps.getLocale() } : {}),
    ...init.headers,
    ...(token ? { Authorization: token } : {}),
    // A caller may use the token of another sign-in.
    ...options.headers,
  }
  const { signal, credentials = 'same-origin' } = options
  const response = await clientDeps
    .fetch(requestUrl.href, { ...init, headers, credentials, ...(signal ? { signal } : {}) })
    .catch((cause: unknown) => {
      throw signal?.aborted ? signal.reason : new NetworkError('no_answer', requestUrl.href, cause)
    })
  options.onHeaders?.(response.headers)
  return response
}

/** Reports the date of a response of the forum's server only: a captive portal's clock may be years off. */
function reportServerDate(clientDeps: HttpClientDeps, { headers }: Response): void {
  clientDeps.onServerDate?.(headers.get('date'))
  clientDeps.onForumNow?.(headers.get('x-forum-now'))
}

/** Reads the body of a response, and returns its data. @throws ApiError, NetworkError, or the error of an aborted read */
async function unwrapResponse(
  { clientDeps, base }: CallDeps,
  requestUrl: URL,
  response: Response,
  accepts: IsSuccess = isCode200,
): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    // An aborted read throws a DOMException, which `withTimeout` replaces by the reason of the abort.
    throw cause instanceof DOMException ? cause : new NetworkError('no_answer', requestUrl.href, cause)
  })
  const { status, statusText } = response
  const isOwnServer = isSameOriginUrl(requestUrl, base)
  const body = parseJson(text)
  // Without an envelope the response may be a captive portal's.
  if (isOwnServer && isEnvelope(body)) reportServerDate(clientDeps, response)
  return unwrap({ status, statusText, url: requestUrl.href, body }, isOwnServer, accepts)
}

/** Runs a request, and reports whether the forum's server responded. An aborted request reports nothing. */
async function runRequest<Result>(
  { clientDeps, base }: CallDeps,
  requestUrl: URL,
  options: HttpOptions,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const callbacks: Partial<HttpClientDeps> = isSameOriginUrl(requestUrl, base) ? clientDeps : {}
  try {
    const result = await withTimeout(requestUrl, options, run)
    callbacks.onResponse?.()
    return result
  } catch (error) {
    if (error instanceof NetworkError) callbacks.onNoResponse?.()
    // An error without a key comes from a proxy, and does not prove that the forum's server responds.
    if (error instanceof ApiError && error.key) callbacks.onResponse?.()
    if (error instanceof ApiError && isTokenError(error)) callbacks.onUnauthorized?.(requestUrl)
    throw error
  }
}

/** A 401 without an error key comes from a proxy, which says nothing about the token. */
function isTokenError({ status, key }: ApiError): boolean {
  return (status === 401 && key !== undefined) || key === 'second_factor.required'
}

/** A cached response with its ETag. */
export interface CachedResponse {
  etag: string
  /** The unwrapped data, not the envelope. */
  data: unknown
}

/** Cached responses, for conditional requests. The key is token and URL. */
interface EtagCache {
  find: (key: string) => CachedResponse | undefined
  set: (key: string, response: CachedResponse) => void
  clear: () => void
}

/**
 * Creates a cache of the last used responses. The browser's own cache would not do: it does not store `no-store`
 * responses.
 * @param maxResponses size of the cache; the least recently used response is evicted
 */
function createEtagCache(maxResponses: number): EtagCache {
  const responses = new Map<string, CachedResponse>()
  return {
    find(key) {
      const cached = responses.get(key)
      // Inserted again, so that the first key of the map is the least recently used one.
      if (cached) {
        responses.delete(key)
        responses.set(key, cached)
      }
      return cached
    },
    set(key, response) {
      responses.delete(key)
      responses.set(key, response)
      const oldestKey = responses.keys().next().value
      if (responses.size > maxResponses && oldestKey !== undefined) responses.delete(oldestKey)
    },
    clear: () => responses.clear(),
  }
}
