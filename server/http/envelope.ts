import type { SuccessEnvelope } from '#contract/envelope.ts'

/** The envelope of every successful call: a route returns `success(data)`. */
export function success<Data>(data: Data): SuccessEnvelope<Data> {
  return { code: 200, msg: 'OK', data }
}
