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
 * @param ours true when the request went to the forum's API, which always sends envelopes
 * @throws ApiError for an error response
 * @throws NetworkError `not_our_server` when something else responded
 */
export function unwrap(
  answer: { status: number; statusText: string; url: string; body: unknown },
  ours: boolean,
  accepts: IsSuccess,
): unknown {
  const { status, body, url } = answer
  const good = status >= 200 && status < 300
  if (isEnvelope(body)) {
    if (good && accepts(body)) return body.data
    throw toApiError(answer, body as Partial<ErrorEnvelope>)
  }
  if (!good) throw new ApiError({ status, code: status, msg: answer.statusText, url })
  if (ours) throw new NetworkError('not_our_server', url)
  return body
}

function toApiError(
  answer: { status: number; statusText: string; url: string },
  body: Partial<ErrorEnvelope>,
): ApiError {
  return new ApiError({
    status: answer.status,
    code: body.code ?? answer.status,
    msg: typeof body.msg === 'string' && body.msg ? body.msg : answer.statusText,
    url: answer.url,
    key: body.error?.key,
    fields: body.error?.fields ?? [],
    data: body.data,
    requestId: body.requestId,
  })
}
