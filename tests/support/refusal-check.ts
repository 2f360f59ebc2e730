import { httpStatusByErrorKey } from '../../contract/errors.ts'
import type { RawAnswer } from './raw-http.ts'

/** Traces of a stack, SQL, a file path or a library's messages. */
const innards =
  /node_modules|\.ts:\d+|\n\s+at |SQLITE|sqlite|postgres|syntax error|constraint|\bselect\b.+\bfrom\b|TypeError|RangeError|ENOENT|FST_|\/etc\/|password_hash/

/** Allowed hosts in a response: the requested host, the default PUBLIC_URL, and WeChat's page or its substitute. */
const ownHosts = new Set(['forum.example', 'localhost:3000', 'open.weixin.qq.com', '127.0.0.1:9'])
/** The only cookie: it identifies the browser that began a sign-in by WeChat. */
const ownCookie = /^forum_weixin=[\w-]{43}; Path=\/api\/front\/weixin; .*HttpOnly; SameSite=Lax$/

/**
 * Finds what is wrong with the response to a hostile request; undefined when nothing is. An error must be below 500,
 * in the envelope, of the closed list, and reveal no internals.
 * @param mayPass whether the request may also succeed like a harmless one
 * @param isHead whether the response has no body to check
 */
export function findFault(
  answer: RawAnswer,
  { mayPass, isHead = false }: { mayPass: boolean; isHead?: boolean },
): string | undefined {
  const { status, headers, body, text } = answer
  if (status === 0) return 'no answer'
  if (status >= 500) return `${status} ${body.slice(0, 200)}`
  if (headers['x-injected'] !== undefined) return 'a header of the caller'
  const { 'set-cookie': cookie } = headers
  if (cookie !== undefined && !ownCookie.test(cookie)) return `the cookie ${cookie}`
  const { host } = new URL(headers['location'] ?? '/', 'http://forum.example')
  if (!ownHosts.has(host)) return `leads to ${headers['location']}`
  if (status < 400) return mayPass || isRefusedSignIn(body) ? undefined : `${status} ${body.slice(0, 200)}`
  if (headers['x-content-type-options'] !== 'nosniff') return `${status} without the protecting headers`
  if (isHead) return undefined
  if (status === 404 && isApp(answer)) return mayPass ? undefined : 'the app for who may not have it'
  const envelope = parse(body)
  if (!envelope) return `${status}, not in the envelope: ${text.slice(0, 300)}`
  const { code, msg, data, error, requestId } = envelope
  const key = error?.key ?? ''
  if (!(key in httpStatusByErrorKey) || !msg || data !== null || !requestId)
    return `a strange envelope: ${body}`
  if (code !== status) return `code ${code} in a ${status}`
  return innards.test(body) ? `tells of the inside: ${body.slice(0, 300)}` : undefined
}

/** The page of a missing row is the app with status 404; its screen says what is missing (decision 022). */
function isApp({ headers, body }: RawAnswer): boolean {
  const isPage = headers['content-type'] === 'text/html; charset=utf-8'
  return isPage && (headers['content-encoding'] !== undefined || body.includes('<div id="root">'))
}

/** A rejected sign-in has HTTP status 200. */
function isRefusedSignIn(body: string): boolean {
  return parse(body)?.code === 401
}

interface Envelope {
  code?: number
  msg?: string
  data?: unknown
  error?: { key?: string }
  requestId?: string
}

function parse(body: string): Envelope | undefined {
  try {
    return JSON.parse(body) as Envelope
  } catch {
    return undefined
  }
}
