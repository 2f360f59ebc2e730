import { httpStatusByErrorKey } from '../../contract/errors.ts'
import type { RawAnswer } from './raw-http.ts'

/** Traces of a stack, of SQL, of a path on the disk or of a library's own words. */
const innards =
  /node_modules|\.ts:\d+|\n\s+at |SQLITE|sqlite|postgres|syntax error|constraint|\bselect\b.+\bfrom\b|TypeError|RangeError|ENOENT|FST_|\/etc\/|password_hash/

/** Where an answer may lead: to the host asked, to PUBLIC_URL as it is when not set, and to WeChat's own page, or what stands for it. */
const ownHosts = new Set(['forum.example', 'localhost:3000', 'open.weixin.qq.com', '127.0.0.1:9'])
/** The one cookie there is: the browser that began a sign-in by WeChat. */
const ownCookie = /^forum_weixin=[\w-]{43}; Path=\/api\/front\/weixin; .*HttpOnly; SameSite=Lax$/

/**
 * What is wrong with the answer to a hostile request; undefined when nothing is. A refusal is below 500, in the
 * envelope, of the closed list, and tells nothing of the server's inside.
 * @param mayPass whether the request may also be answered like a harmless one
 * @param isHead whether the answer has no body to look into
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

/** The page of a row that is not there is the app with 404: what is missing is said by its screen (decision 022). */
function isApp({ headers, body }: RawAnswer): boolean {
  const isPage = headers['content-type'] === 'text/html; charset=utf-8'
  return isPage && (headers['content-encoding'] !== undefined || body.includes('<div id="root">'))
}

/** A refused sign-in travels with HTTP 200 (specification §8). */
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
