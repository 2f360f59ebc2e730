import type { FastifyInstance } from 'fastify'
import type { OperateHistoryData, OperateHistoryQuery } from '#contract/api.ts'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { success } from '#server/http/envelope.ts'
import { createHttpError } from '#server/errors.ts'
import { activityChecks, type HistoryContext } from './activity-checks.ts'

/** Calls a minute from one address: a page asks once for what it shows. */
const rateLimit = { max: 6000, timeWindow: 60_000 }

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 64, description })

const schema = {
  tags: ['files'],
  summary: 'Whether the caller has marked something with the star, or downloaded it',
  params: { type: 'object', properties: { type: text('`favourite` or `download`') } },
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      module: text('Module of the row'),
      id: text('The row'),
      no: text('Number of a file, for `download`'),
    },
  },
} as const

/** What a person did with something. The answer is theirs alone and kept by nobody (checklist 313). */
export async function operateHistoryRoutes(app: FastifyInstance, context: HistoryContext): Promise<void> {
  app.get<{ Params: { type: string }; Querystring: OperateHistoryQuery }>(
    '/front/operateHistory/has/:type',
    { config: { permission: { kind: 'signed_in' }, rateLimit }, schema },
    async (request): Promise<SuccessEnvelope<OperateHistoryData>> => {
      const { caller, params, query } = request
      if (caller.kind !== 'user') throw createHttpError('sign_in.required')
      const has = Object.hasOwn(activityChecks, params.type) ? activityChecks[params.type] : undefined
      if (!has) throw createHttpError('not_found')
      return success({ has: await has(context, caller, query) })
    },
  )
}
