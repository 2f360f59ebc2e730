import type { FastifyInstance } from 'fastify'
import type { RevealBody } from '#contract/row-api.ts'
import { rowIdPattern } from '#contract/row.ts'
import { incrementCounter } from '#server/db/rate-counters.ts'
import { success } from '#server/http/envelope.ts'
import { fieldErrorOptions } from '#server/http/error-handler.ts'
import { getRequestOrigin } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { revealValue } from '../query/reveal.ts'
import { getCallerId } from '../query/row-query.ts'

/** Limits of the values that one user may reveal: enough for a day's review queue, too few to harvest data. */
const revealLimits = [
  { count: 30, windowMs: 60_000 },
  { count: 500, windowMs: 24 * 3_600_000 },
]

/** Length of a reason, in characters. */
const reasonLength = { min: 5, max: 200 }

const revealSchema = {
  tags: ['modules'],
  summary: 'Shows one masked value in full, for a reason, which the audit log keeps',
  params: { type: 'object', properties: { module: { type: 'string', description: 'Name of the module.' } } },
  body: {
    type: 'object',
    required: ['id', 'field', 'reason'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', pattern: rowIdPattern },
      field: { type: 'string', maxLength: 100 },
      reason: { type: 'string', minLength: reasonLength.min, maxLength: reasonLength.max },
    },
  },
} as const

/** Registers the endpoint that reveals masked values. */
export async function revealRoutes(app: FastifyInstance, context: EngineContext): Promise<void> {
  app.post<{ Params: { module: string }; Body: RevealBody }>(
    '/front/reveal/:module',
    {
      ...fieldErrorOptions,
      config: { permission: { kind: 'module', action: 'reveal' } },
      schema: revealSchema,
    },
    async (request, reply) => {
      const { caller, params, body, headers } = request
      reply.header('Cache-Control', 'no-store')
      await countReveal(context, getCallerId(caller))
      // The schema has checked the length with the blanks around.
      const reason = body.reason.trim()
      if (reason.length < reasonLength.min) throw createTooShortError()
      const { authorization } = headers
      const revealRequest = {
        ...body,
        reason,
        module: params.module,
        caller,
        authorization,
        ...getRequestOrigin(request),
      }
      return success(await revealValue(context, revealRequest))
    },
  )
}

/** Counts a reveal request; rejected requests count too. @throws HttpError `rate.limited` */
async function countReveal({ db, secrets, now }: EngineContext, callerId: string): Promise<void> {
  const counter = `reveal ${secrets.hmac('reveal count', callerId)}`
  for (const limit of revealLimits) await incrementCounter(db.kysely, counter, limit, now())
}

function createTooShortError() {
  const issue = { path: 'reason', key: 'field.too_short', params: { min: reasonLength.min } }
  return createHttpError('validation.failed', { fields: [issue] })
}
