import type { ErrorEnvelope } from '#contract/envelope.ts'
import { ApiError, NetworkError } from './errors.ts'

/** Returns whether the body is a success. By default that means `code` 200. */
export type IsSuccess = (body: EnvelopeLike) => boolean

/** What all responses of the server have in common. */
export interface EnvelopeLike {
  code?: unknown
  status?: unknown
  msg?: unknown
  data?: unknown
}

export const isCode200: IsSuccess = (body) => body.code === 200

/** For `GET /front/user/current`, which may respond `status: "ok"` instead of code 200. */
export const isStatusOk: IsSuccess = (body) => body.code === 200 || body.status === 'ok'

/** Returns whether the body is an envelope of the forum's server, and not the page of a proxy or portal. */
export function isEnvelope(body: unknown): body is EnvelopeLike {
  if (typeof body !== 'object' || body === null) return false
  return ('code' in body && typeof body.code === 'number') || ('status' in body && body.status === 'ok')
}

/**
 * Returns the data of a response.
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
