import type { FieldIssue } from '../../../contract/envelope.ts'
import { signInErrorKeys, type ErrorKey } from '../../../contract/errors.ts'
import { idempotencyHeaders } from '#contract/api.ts'
import { refusedWrite, writeHeader } from './forum-address.ts'

/**
 * Replies in place of the sample forum's server: `pending`, no network, an empty list, the server's own response (also
 * of a write that changes nothing, because all tests share its database), an error or a success.
 */
export type Reply =
  | 'pending'
  | 'offline'
  | 'empty'
  | 'server'
  | { status: number; key: ErrorKey; data?: unknown; msg?: string; fields?: readonly FieldIssue[] }
  | { data: unknown }

/** A call that the app made. */
export interface Call {
  method: string
  /** Path under `/api`, with its query. */
  path: string
  /** The body, parsed when it was JSON. */
  body: unknown
}

/**
 * Replies by path under `/api` without the query, or by a prefix before `*`; writes include their method. The first
 * match applies.
 */
export type Replies = Readonly<Record<string, Reply | ((call: Call) => Reply)>>

/** The network of a screen: one reply for every call, or some by their paths. Other reads go to the server. */
export type Network = Reply | Replies

const apiPath = '/api'
const realFetch = globalThis.fetch.bind(globalThis)

let network: Network = {}
let forumTime: { ms: number; sinceMs: number } | undefined
let calls: Call[] = []
let unexpected: string[] = []
let open = 0
let pending = 0
let testCount = 0

/** Replaces `fetch`, once for each test file. */
export function installNetwork(): void {
  globalThis.fetch = answer
}

/** Sets the replies from now on. */
export function setNetwork(next: Network): void {
  network = next
}

/** Sets the forum's clock, which each response carries; undefined for the real time. */
export function setForumTime(now: string | undefined): void {
  forumTime = now === undefined ? undefined : { ms: Date.parse(now), sinceMs: performance.now() }
}

/** Calls to our server since the last reset. */
export const listCalls = (): readonly Call[] => calls

/** Number of open calls; pending ones do not count. */
export const countOpenCalls = (): number => open

/** Whether a pending call exists; code that waits for it keeps waiting. */
export const hasPendingCalls = (): boolean => pending > 0

/** Resets the network after a test. @throws Error when the test made a forbidden call */
export function resetNetwork(): void {
  const found = unexpected
  network = {}
  calls = []
  unexpected = []
  pending = 0
  testCount += 1
  setForumTime(undefined)
  if (found.length > 0) throw new Error(`Calls that no test expects:\n${found.join('\n')}`)
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { pathname, search, origin, protocol } = new URL(request.url)
  if (protocol === 'blob:' || protocol === 'data:' || isOfVite(pathname)) return realFetch(request)
  if (origin !== location.origin || !pathname.startsWith(`${apiPath}/`)) {
    unexpected.push(`${request.method} ${request.url}`)
    throw new TypeError('no test expects this call')
  }
  const path = pathname.slice(apiPath.length)
  // The network at the time of the call: a test may change it while the body is read.
  const asked = network
  open += 1
  try {
    const body = await readBody(request.clone())
    const call: Call = { method: request.method, path: path + search, body }
    calls.push(call)
    const found = findReply(asked, call, path)
    if (found !== 'pending') return withForumTime(await reply(found, request))
  } finally {
    open -= 1
  }
  return untilAborted(request.signal)
}

const isOfVite = (pathname: string) => /^\/(@|__vitest|node_modules\/|src\/|tests\/)/.test(pathname)

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

function findReply(asked: Network, call: Call, path: string): Reply | undefined {
  if (isReply(asked)) return asked
  const name = call.method === 'GET' ? path : `${call.method} ${path}`
  const found = Object.entries(asked).find(([pattern]) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )?.[1]
  return typeof found === 'function' ? found(call) : found
}

function isReply(value: Network): value is Reply {
  return typeof value === 'string' || 'status' in value || 'data' in value
}

async function reply(found: Exclude<Reply, 'pending'> | undefined, request: Request): Promise<Response> {
  const json = (status: number, body: object) => toJson(status, body, request)
  if (found === 'offline') throw new TypeError('Failed to fetch')
  if (found === 'empty')
    return json(200, { code: 200, msg: 'ok', data: { items: [], page: 1, size: 0, total: 0 } })
  if (found === undefined || found === 'server') return askServer(request, found === 'server')
  if (!('status' in found)) return json(200, { code: 200, msg: 'ok', data: found.data })
  const { status, key, data = null, msg = key, fields = [] } = found
  const body = { code: status, msg, data, error: { key, fields }, requestId: 'request-1' }
  return json(signInErrorKeys.has(key) ? 200 : status, body)
}

/** Never answers a call whose test is over: its timeout would make the next test offline. */
function untilAborted(signal: AbortSignal): Promise<never> {
  pending += 1
  const ownTest = testCount
  return new Promise((_, reject) => {
    const end = () => {
      if (ownTest === testCount) reject(signal.reason as Error)
    }
    // The abort event may have fired while the body was read.
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

async function askServer(request: Request, mayWrite: boolean): Promise<Response> {
  if (mayWrite) request.headers.set(writeHeader, 'yes')
  const response = await realFetch(request)
  if (response.status === refusedWrite) unexpected.push(`${request.method} ${request.url}`)
  return response
}

/** Builds a response in the server's format, with the idempotency key of a write. */
function toJson(status: number, body: object, request: Request): Response {
  const key = request.headers.get(idempotencyHeaders.key)
  const headers = {
    'content-type': 'application/json',
    date: new Date().toUTCString(),
    ...(key !== null && { [idempotencyHeaders.key]: key }),
  }
  return new Response(JSON.stringify(body), { status, headers })
}

/** Adds the forum's time to a response when a test has set it. */
function withForumTime(response: Response): Response {
  if (!forumTime) return response
  const headers = new Headers(response.headers)
  headers.set('date', new Date(forumTime.ms + performance.now() - forumTime.sinceMs).toUTCString())
  const { status, statusText } = response
  return new Response([204, 304].includes(status) ? null : response.body, { status, statusText, headers })
}
