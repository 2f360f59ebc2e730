import type { FastifyInstance } from 'fastify'
import { rowIdPattern } from '#contract/row.ts'
import { success } from '#server/http/envelope.ts'
import { createHttpError } from '#server/errors.ts'
import { getRequestOrigin, type AccountsContext } from './accounts-context.ts'
import { deleteUserSignIns, listUserSignIns } from './admin-sign-ins.ts'

const operator = { permission: { kind: 'operator' } } as const

/** Parameters of a call about one account. */
export const accountParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: rowIdPattern, description: 'Id of the account' } },
} as const

const endSchema = {
  tags: ['administration'],
  summary: 'Ends one sign-in of an account, or all of them',
  params: accountParams,
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      sign_in: { type: 'string', minLength: 1, maxLength: 64, description: 'Which; all when absent' },
    },
  },
} as const

interface AccountCall {
  Params: { id: string }
  Body: { sign_in?: string }
}

/** Where people are signed in, for administrators. */
export async function administrationRoutes(app: FastifyInstance, context: AccountsContext): Promise<void> {
  app.get<AccountCall>(
    '/front/account/:id/sign-ins',
    {
      config: operator,
      schema: {
        tags: ['administration'],
        summary: 'Sign-ins of an account that are still good',
        params: accountParams,
      },
    },
    async ({ params: { id }, headers }) => success(await listUserSignIns(context, id, headers.authorization)),
  )
  app.post<AccountCall>(
    '/front/account/:id/sign-ins/end',
    { config: operator, schema: endSchema },
    async (request) => {
      const { caller, params: of, body } = request
      if (caller.kind !== 'user') throw createHttpError('sign_in.required')
      await deleteUserSignIns(
        context,
        { ...getRequestOrigin(request), actorId: caller.id },
        of.id,
        body.sign_in,
      )
      return success(null)
    },
  )
}
