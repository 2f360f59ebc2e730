import { isSameOriginUrl, pathAndQuery, buildUrl, type Params } from './url.ts'
import { createEtagCache, type EtagCache } from './etag-cache.ts'
import { isCode200, isEnvelope, unwrap, type IsSuccess } from './envelope.ts'
import { ApiError, NetworkError } from './errors.ts'
import { findFileName } from './file-name.ts'
import type { StreamRequest } from './progress-stream.ts'

export interface HttpOptions {
  signal?: AbortSignal
  /** Limit that the caller gives in milliseconds; the client has none of its own (specification §9). */
  limitMs?: number
  /** How the body travels: JSON, or as form fields (specification §7). A FormData goes as it is in both cases. */
  requestType?: 'json' | 'form'
  headers?: Readonly<Record<string, string>>
  /** Same-origin when absent (specification §9). */
  credentials?: RequestCredentials
  accepts?: IsSuccess
  /** Told the headers of whatever answered, before its body is read. */
  onHeaders?: (headers: Headers) => void
}

/** What the client needs from around it. */
export interface HttpClientDeps {
  /** Base of the API, for example `https://forum.example/api`. */
  baseUrl: string
  /** The stored token, as it is. */
  getToken: () => string | undefined
  getLocale: () => string
  fetch: typeof fetch
  /** Told the server's `Date` of each answer that is known to be our server's. */
  onServerDate?: (date: string | null) => void
  /** Told the header by which a server says that its clock was set for a demonstration; null without one. */
  onForumNow?: (forumNow: string | null) => void
  /** Our server answered, whatever it said. */
  onAnswer?: () => void
  /** Our server did not answer: no network, the time limit, or something else in its place. */
  onNoAnswer?: () => void
  /** Our server refused the token of a call, or wants its second factor first; not by the words of a wrong password. */
  onUnauthorised?: (address: URL) => void
  /** Takes the answer that the page itself brought along for a path and query, once. */
  takePageData?: (pathAndQuery: string) => { data: unknown } | undefined
}

export interface DownloadedFile {
  blob: Blob
  name: string | undefined
}

export interface DownloadOptions extends HttpOptions {
  /** What is asked for, where the file is made by a POST. */
  body?: unknown
  /** Told how many bytes have come. */
  onBytes?: (bytes: number) => void
}

export interface PostOptions extends HttpOptions {
  params?: Params
  /** How a call that takes long is made and read; who makes none carries no code for it. */
  longCall?: StreamRequest
}

export interface HttpClient {
  get: (url: unknown, params?: Params, options?: HttpOptions) => Promise<unknown>
  post: (url: unknown, body?: unknown, options?: PostOptions) => Promise<unknown>
  download: (url: unknown, params?: Params, options?: DownloadOptions) => Promise<DownloadedFile>
  /** Forgets every kept answer: at sign-out and when another person signs in. */
  forget: () => void
}

/** Answers kept for conditional requests: lists and details of a visit, some hundred kilobytes at most. */
const keptAnswers = 100

/**
 * The one way over the network. Returns data or throws {@link ApiError}, {@link NetworkError} or
 * {@link InvalidUrlError}; shows nothing and navigates nowhere.
 */
export function createHttpClient(around: HttpClientDeps): HttpClient {
  const base = new URL(around.baseUrl)
  const memory = createEtagCache(keptAnswers)
  const deps: CallDeps = { around, base, memory }
  return {
    async get(url, params, options = {}) {
      const address = buildUrl(url, params, base)
      const brought = isSameOriginUrl(address, base)
        ? around.takePageData?.(pathAndQuery(address))
        : undefined
      if (brought) return brought.data
      return attempt(deps, address, options, (signal) => read(deps, address, { ...options, signal }))
    },
    async post(url, body, options = {}) {
      const address = buildUrl(url, options.params, base)
      return attempt(deps, address, options, (signal) => write(deps, address, body, { ...options, signal }))
    },
    async download(url, params, options = {}) {
      const address = buildUrl(url, params, base)
      return attempt(deps, address, options, async (signal) => {
        const init =
          options.body === undefined
            ? { method: 'GET' }
            : { method: 'POST', ...writeBody(options.body, 'json') }
        const response = await send(deps, address, { ...options, signal }, init)
        // A refusal of a download comes as JSON in place of the file (T24).
        if (!response.ok) await unwrapResponse(deps, address, response, options.accepts)
        return {
          blob: await readBytes(response, options.onBytes),
          name: findFileName(response.headers.get('content-disposition')),
        }
      })
    },
    forget: () => memory.clear(),
  }
}

/** What each call works with. */
interface CallDeps {
  around: HttpClientDeps
  /** Base of the API. */
  base: URL
  memory: EtagCache
}

async function write(
  deps: CallDeps,
  address: URL,
  body: unknown,
  options: PostOptions & { signal: AbortSignal },
): Promise<unknown> {
  const { longCall, requestType = 'json', accepts, signal } = options
  const init = { method: 'POST', ...writeBody(body, requestType) }
  const call = (changed: Pick<HttpOptions, 'headers' | 'signal'>) =>
    send(deps, address, { ...options, ...changed }, init)
  const response = await (longCall ? longCall(address.href, signal, call) : call({}))
  return unwrapResponse(deps, address, response, accepts)
}

/** The body of an answer, which says how much of it has come. */
async function readBytes(response: Response, onBytes?: (bytes: number) => void): Promise<Blob> {
  if (!onBytes || !response.body) return response.blob()
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onBytes(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted, { headers: response.headers }).blob()
}

async function read(deps: CallDeps, address: URL, options: HttpOptions): Promise<unknown> {
  const { around, memory } = deps
  const key = `${around.getToken() ?? ''} ${address.href}`
  const known = memory.find(key)
  const condition = known ? { 'If-None-Match': known.etag } : {}
  const headers = { ...options.headers, ...condition }
  const response = await send(deps, address, { ...options, headers }, { method: 'GET' })
  if (known && response.status === 304) {
    hearTime(around, response)
    return known.data
  }
  const data = await unwrapResponse(deps, address, response, options.accepts)
  const etag = response.headers.get('etag')
  if (etag) memory.keep(key, { etag, data })
  return data
}

async function send(
  { around, base }: CallDeps,
  address: URL,
  options: HttpOptions,
  init: { method: string; body?: BodyInit; headers?: Record<string, string> },
): Promise<Response> {
  const ours = isSameOriginUrl(address, base)
  const token = ours ? around.getToken() : undefined
  const headers = {
    Accept: 'application/json',
    ...(ours ? { 'Accept-Language': around.getLocale() } : {}),
    ...init.headers,
    ...(token ? { Authorization: token } : {}),
    // A call may be made in another sign-in than the session's.
    ...options.headers,
  }
  const { signal, credentials = 'same-origin' } = options
  const response = await around
    .fetch(address.href, { ...init, headers, credentials, ...(signal ? { signal } : {}) })
    .catch((cause: unknown) => {
      throw signal?.aborted ? signal.reason : new NetworkError('no_answer', address.href, cause)
    })
  options.onHeaders?.(response.headers)
  return response
}

/** Only an answer that is known to be our server's tells the time: a captive portal's clock may be years wrong. */
function hearTime(around: HttpClientDeps, { headers }: Response): void {
  around.onServerDate?.(headers.get('date'))
  around.onForumNow?.(headers.get('x-forum-now'))
}

async function unwrapResponse(
  { around, base }: CallDeps,
  address: URL,
  response: Response,
  accepts: IsSuccess = isCode200,
): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw cause instanceof DOMException ? cause : new NetworkError('no_answer', address.href, cause)
  })
  const { status, statusText } = response
  const ours = isSameOriginUrl(address, base)
  const body = parseJson(text)
  if (ours && isEnvelope(body)) hearTime(around, response)
  return unwrap({ status, statusText, url: address.href, body }, ours, accepts)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function writeBody(
  body: unknown,
  type: 'json' | 'form',
): { body?: BodyInit; headers?: Record<string, string> } {
  if (body === undefined) return {}
  // The browser writes the content type of these itself, with the boundary that only it knows (T23).
  if (body instanceof FormData || body instanceof Blob) return { body }
  if (type === 'json') return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value !== undefined && value !== null)
      fields.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return { body: fields, headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' } }
}

/** Runs a call, and reports whether our server was there. A call that its caller gave up proves neither. */
async function attempt<Result>(
  { around, base }: CallDeps,
  address: URL,
  options: HttpOptions,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const report: Partial<HttpClientDeps> = isSameOriginUrl(address, base) ? around : {}
  try {
    const result = await withLimit(address, options, run)
    report.onAnswer?.()
    return result
  } catch (error) {
    if (error instanceof NetworkError) report.onNoAnswer?.()
    if (error instanceof ApiError && error.key) report.onAnswer?.()
    if (error instanceof ApiError && isAboutToken(error)) report.onUnauthorised?.(address)
    throw error
  }
}

function isAboutToken({ status, key }: ApiError): boolean {
  return (status === 401 && key !== undefined) || key === 'second_factor.required'
}

/** Runs a call under the caller's own signal and time limit. */
async function withLimit<Result>(
  address: URL,
  { signal, limitMs }: HttpOptions,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const passOn = () => controller.abort(signal?.reason)
  if (signal?.aborted) passOn()
  signal?.addEventListener('abort', passOn, { once: true })
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new NetworkError('time_limit', address.href)), limitMs)
  try {
    return await run(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', passOn)
  }
}
