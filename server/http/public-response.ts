import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A response that is the same for everybody. */
export interface PublicResponse {
  body: string | Buffer
  /** Opaque tag of these bytes, without quotes; see {@link createEtag}. */
  etag: string
  /** The compressed body; when absent, the response is compressed while it is sent. */
  brotli?: Buffer
  /** As `brotli`, for clients that do not accept it. */
  gzip?: Buffer
  /** `application/json; charset=utf-8` when absent. */
  contentType?: string
  /** Header `Cache-Control`; when absent, browsers revalidate each time and shared caches store it for seconds. */
  cacheControl?: string
  /** 200 when absent. A response with another status is never answered by 304. */
  status?: number
  /** True when another `Accept-Language` may get other bytes. */
  variesByLanguage?: boolean
}

/** Browsers revalidate by ETag each time; a shared cache may store a response for 5 s. */
const publicCacheControl = 'public, max-age=0, s-maxage=5, must-revalidate'

/** Creates an ETag: 96 bits of SHA-256. */
export function createEtag(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16)
}

/** Counts the bytes of a response in all encodings, for a cache of limited size; of a body that is a text, the characters. */
export function countBytes({ body, brotli, gzip }: PublicResponse): number {
  return body.length + (brotli?.length ?? 0) + (gzip?.length ?? 0)
}

/**
 * Sends a response that is the same for everybody, or 304 when the client has it. A prebuilt encoding has a strong ETag of
 * its own; a body that is compressed while it is sent has a weak one.
 */
export function sendPublic(reply: FastifyReply, response: PublicResponse): FastifyReply {
  const { request } = reply
  const encoding = pickEncoding(request.headers['accept-encoding'], response)
  reply
    .header('ETag', formatEtag(response, encoding))
    .header('Cache-Control', response.cacheControl ?? publicCacheControl)
    .header('Vary', formatVary(response))
  if (response.status !== undefined) reply.code(response.status)
  else if (hasClientBody(request, response.etag)) return reply.code(304).send()
  reply.header('Content-Type', response.contentType ?? 'application/json; charset=utf-8')
  if (!encoding) return reply.send(response.body)
  return reply.header('Content-Encoding', encoding).send(encoding === 'br' ? response.brotli : response.gzip)
}

/** Checks whether `If-None-Match` names this body in any encoding. */
function hasClientBody(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match']
  if (!header) return false
  if (header.trim() === '*') return true
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
    .some((tag) => tag === etag || tag === `${etag}-br` || tag === `${etag}-gzip`)
}

function formatEtag(response: PublicResponse, encoding: 'br' | 'gzip' | undefined): string {
  if (encoding) return `"${response.etag}-${encoding}"`
  return response.brotli || response.gzip ? `"${response.etag}"` : `W/"${response.etag}"`
}

/**
 * Lists the request headers on which a response depends: the caller, because organisers see drafts, and the language where
 * the texts depend on it. A response that is not public may contain texts in the caller's language.
 */
function formatVary({ cacheControl = publicCacheControl, variesByLanguage = false }: PublicResponse): string {
  const always = 'Accept-Encoding, Authorization'
  return variesByLanguage || /private|no-store/.test(cacheControl) ? `${always}, Accept-Language` : always
}

/** Picks the best prebuilt encoding that the client accepts. */
function pickEncoding(
  acceptEncoding: string | string[] | undefined,
  prebuilt: { brotli?: Buffer; gzip?: Buffer },
): 'br' | 'gzip' | undefined {
  const acceptedEncodings = String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';')[0]?.trim())
  if (prebuilt.brotli && acceptedEncodings.includes('br')) return 'br'
  return prebuilt.gzip && acceptedEncodings.includes('gzip') ? 'gzip' : undefined
}
