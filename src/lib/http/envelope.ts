import type { ErrorEnvelope } from '#contract/envelope.ts'
import { ApiError, NetworkError } from './errors.ts'

/** How a call tells success from refusal in the body; `code` 200 by the specification. */
export type IsSuccess = (body: EnvelopeLike) => boolean

/** What answers of our server have in common. */
export interface EnvelopeLike {
  code?: unknown
  status?: unknown
  msg?: unknown
  data?: unknown
}

export const isCode200: IsSuccess = (body) => body.code === 200

/** `GET /front/user/current` alone may say `status: "ok"` instead of code 200 (specification §7). */
export const isStatusOk: IsSuccess = (body) => body.code === 200 || body.status === 'ok'

/** True for an answer of our server, success or refusal; a proxy's or portal's page is none. */
export function isEnvelope(body: unknown): body is EnvelopeLike {
  if (typeof body !== 'object' || body === null) return false
  return ('code' in body && typeof body.code === 'number') || ('status' in body && body.status === 'ok')
}

/**
 * The data of an answer.
 * @param ours whether the answer came from our own API, which always wraps its answers
 * @throws ApiError when the server refuses
 * @throws NetworkError `not_our_server` when something else answered in its place
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
