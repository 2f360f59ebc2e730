import type { SuccessEnvelope } from '#contract/envelope.ts'

/** Creates the envelope of a successful response: a route returns `success(data)`. */
export function success<Data>(data: Data): SuccessEnvelope<Data> {
  return { code: 200, msg: 'OK', data }
}
