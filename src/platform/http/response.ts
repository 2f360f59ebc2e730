import type { ErrorEnvelope } from '#contract/envelope.ts'
import { ApiError, NetworkError } from './errors.ts'

/** Returns whether the body is a success. By default that means `code` 200. */
export type IsSuccess = (body: EnvelopeLike) => boolean

/** What all responses of the server have in common. */
interface EnvelopeLike {
  code?: unknown
  status?: unknown
  msg?: unknown
  data?: unknown
}

/** The default, for all endpoints but those of the current user. */
export const isCode200: IsSuccess = (body) => body.code === 200

/** For the endpoints of the current user, which may respond `status: "ok"` instead of code 200. */
export const isStatusOk: IsSuccess = (body) => body.code === 200 || body.status === 'ok'

/** Returns whether the body is an envelope of the forum's server, and not of a proxy or captive portal. */
export function isEnvelope(body: unknown): body is EnvelopeLike {
  if (typeof body !== 'object' || body === null) return false
  return ('code' in body && typeof body.code === 'number') || ('status' in body && body.status === 'ok')
}

/**
 * Returns the data of a response. Without an envelope, a success of another server is returned as it is.
 * @param isOwnServer true when the request went to the forum's API, which always sends envelopes
 * @throws ApiError for an error response
 * @throws NetworkError `not_our_server` when something else responded
 */
export function unwrap(
  response: { status: number; statusText: string; url: string; body: unknown },
  isOwnServer: boolean,
  accepts: IsSuccess,
): unknown {
  const { status, body, url } = response
  const isSuccessStatus = status >= 200 && status < 300
  if (isEnvelope(body)) {
    if (isSuccessStatus && accepts(body)) return body.data
    throw toApiError(response, body as Partial<ErrorEnvelope>)
  }
  if (!isSuccessStatus) throw new ApiError({ status, code: status, msg: response.statusText, url })
  if (isOwnServer) throw new NetworkError('not_our_server', url)
  return body
}

function toApiError(
  response: { status: number; statusText: string; url: string },
  body: Partial<ErrorEnvelope>,
): ApiError {
  return new ApiError({
    status: response.status,
    code: body.code ?? response.status,
    msg: typeof body.msg === 'string' && body.msg ? body.msg : response.statusText,
    url: response.url,
    key: body.error?.key,
    fields: body.error?.fields ?? [],
    data: body.data,
    requestId: body.requestId,
  })
}

/**
 * Finds the file name in a `Content-Disposition` header. `filename*` (RFC 8187) wins over `filename`, for Chinese names.
 * Never returns a path. The three forms are `filename*=UTF-8''%E8%AE%AE.pdf`, `filename="a.pdf"` and `filename=a.pdf`.
 */
export function findFileName(disposition: string | null): string | undefined {
  if (!disposition) return undefined
  const encoded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(disposition)?.[1]
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1')
  const unquoted = /filename\s*=\s*([^";\s]+)/i.exec(disposition)?.[1]
  const name = (encoded && decodePercent(encoded.trim())) || quoted || unquoted
  return name?.replace(/^.*[/\\]/, '') || undefined
}

/** Returns undefined for text that is not percent-encoded UTF-8. */
function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Reads the body of a response. @param onBytes called with the number of bytes read so far */
export async function readBytes(response: Response, onBytes?: (bytes: number) => void): Promise<Blob> {
  if (!onBytes || !response.body) return response.blob()
  let bytes = 0
  const countingStream = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onBytes(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(countingStream, { headers: response.headers }).blob()
}

/** Parses JSON. Returns undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
