import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes of an answer that is the same for everybody. */
export interface PublicResponse {
  body: string | Buffer
  /** Opaque tag of these bytes, without quotes; see {@link createEtag}. */
  etag: string
  /** The same body compressed beforehand. Without them the answer is compressed while it is sent. */
  brotli?: Buffer
  gzip?: Buffer
  /** `application/json; charset=utf-8` when absent. */
  contentType?: string
  cacheControl?: string
  /** 200 when absent. Any other is sent whole, and no 304: what stands there is an answer to nothing. */
  status?: number
  /** True when another `Accept-Language` may get other bytes. */
  variesByLanguage?: boolean
}

/** Browsers ask again each time, with the tag; a shared cache before the server may hold an answer for 5 s. */
const publicCacheControl = 'public, max-age=0, s-maxage=5, must-revalidate'

/** A tag that changes with any byte: 96 bits of SHA-256. */
export function createEtag(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16)
}

/** Counts the bytes of an answer in all its encodings, for a cache of limited size. */
export function countBytes({ body, brotli, gzip }: PublicResponse): number {
  return body.length + (brotli?.length ?? 0) + (gzip?.length ?? 0)
}

/**
 * Sends an answer that is the same for everybody, or 304 when the client has it already. A prebuilt encoding has a
 * strong tag of its own; a body that is compressed while it is sent has a weak one.
 */
export function sendPublic(reply: FastifyReply, answer: PublicResponse): FastifyReply {
  const { request } = reply
  const encoding = pickEncoding(request.headers['accept-encoding'], answer)
  reply
    .header('ETag', tagOf(answer, encoding))
    .header('Cache-Control', answer.cacheControl ?? publicCacheControl)
    .header('Vary', varyOf(answer))
  if (answer.status !== undefined) reply.code(answer.status)
  else if (isFresh(request, answer.etag)) return reply.code(304).send()
  reply.header('Content-Type', answer.contentType ?? 'application/json; charset=utf-8')
  if (!encoding) return reply.send(answer.body)
  return reply.header('Content-Encoding', encoding).send(encoding === 'br' ? answer.brotli : answer.gzip)
}

/** Whether the client's `If-None-Match` names this body, in whatever encoding it got it. */
function isFresh(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match']
  if (!header) return false
  if (header.trim() === '*') return true
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
    .some((tag) => tag === etag || tag === `${etag}-br` || tag === `${etag}-gzip`)
}

function tagOf(answer: PublicResponse, encoding: 'br' | 'gzip' | undefined): string {
  if (encoding) return `"${answer.etag}-${encoding}"`
  return answer.brotli || answer.gzip ? `"${answer.etag}"` : `W/"${answer.etag}"`
}

/** An organiser's answer may hold drafts; a private one may also hold texts in the caller's language. */
function varyOf({ cacheControl = publicCacheControl, variesByLanguage = false }: PublicResponse): string {
  const forAll = 'Accept-Encoding, Authorization'
  return variesByLanguage || /private|no-store/.test(cacheControl) ? `${forAll}, Accept-Language` : forAll
}

/** The best prebuilt encoding that the client takes. */
function pickEncoding(
  acceptEncoding: string | string[] | undefined,
  available: { brotli?: Buffer; gzip?: Buffer },
): 'br' | 'gzip' | undefined {
  const taken = String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';')[0]?.trim())
  if (available.brotli && taken.includes('br')) return 'br'
  return available.gzip && taken.includes('gzip') ? 'gzip' : undefined
}
