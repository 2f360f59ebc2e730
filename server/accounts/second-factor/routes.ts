import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  paths,
  type AccountSecondFactor,
  type ProofBody,
  type RecoveryCodesData,
  type SecondFactorBody,
  type SecondFactorSetup,
  type SecondFactorState,
} from '#contract/api.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { success } from '#server/http/envelope.ts'
import { preferredLocale } from '#server/http/error-texts.ts'
import { fieldErrorOptions } from '#server/http/error-handler.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import { accountParams } from '../routes.ts'
import { getOriginWithDevice, type AccountsContext } from '../accounts-context.ts'
import { createOriginFinder } from '../code-limits.ts'
import { findUser } from '../users.ts'
import {
  resetUserSecondFactor,
  confirmSetup,
  readSecondFactor,
  readUserSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSetup,
  type SecondFactorRequest,
  type RequestToProve,
} from './second-factor.ts'
import { verifySecondFactor } from './verify.ts'

const tags = ['accounts']

/** Calls per minute from one address, counted before any lookup. */
const rateLimit = { max: 120, timeWindow: 60_000 }
/** For endpoints that a sign-in may call before its second factor. */
const firstStep = { permission: { kind: 'first_step' }, rateLimit } as const
/** For endpoints that only a complete sign-in may call. */
const signedIn = { permission: { kind: 'signed_in' }, rateLimit } as const
/** For administrators. */
const administratorOnly = { permission: { kind: 'operator' }, rateLimit } as const

/** Options of routes with a form in the app. */
const formOptions = { ...fieldErrorOptions, bodyLimit: signInBodyLimitBytes } as const

const proofSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    login_pwd: {
      type: 'string',
      maxLength: 1024,
      description: 'Not needed within ten minutes of a sign-in or a code',
    },
  },
} as const

const codeSchema = {
  type: 'object',
  required: ['code'],
  additionalProperties: false,
  properties: {
    code: { type: 'string', minLength: 1, maxLength: 64, description: 'Six digits, or a recovery code' },
  },
} as const

/** Registers the endpoints of the second factor: for users themselves, and for administrators. */
export async function secondFactorRoutes(
  app: FastifyInstance,
  context: AccountsContext & { venueCidr?: string },
): Promise<void> {
  const verifyContext = { ...context, findOrigin: createOriginFinder(context.secrets, context.venueCidr) }
  app.get(
    paths.secondFactor,
    { config: firstStep, schema: { tags, summary: "How the caller's second factor stands" } },
    async (request) => success<SecondFactorState>(await readSecondFactor(context, readCaller(request))),
  )
  app.post<{ Body: SecondFactorBody }>(
    paths.verifySecondFactor,
    {
      ...formOptions,
      config: firstStep,
      schema: { tags, summary: 'Completes a sign-in by a code of the second factor', body: codeSchema },
    },
    async (request) => {
      const { authorization } = request.headers
      const { code } = request.body
      const userId = readCaller(request).id
      const attempt = { ...getOriginWithDevice(request), authorization, userId, address: request.ip, code }
      await verifySecondFactor(verifyContext, attempt)
      return success(null)
    },
  )
  setupRoutes(app, context)
  recoveryAndRemovalRoutes(app, context)
  administrationRoutes(app, context)
}

function setupRoutes(app: FastifyInstance, context: AccountsContext): void {
  app.post<{ Body: ProofBody }>(
    paths.setUpSecondFactor,
    {
      ...formOptions,
      config: firstStep,
      schema: { tags, summary: 'Makes a secret for an authenticator app', body: proofSchema },
    },
    async (request) => success<SecondFactorSetup>(await startSetup(context, toRequestToProve(request))),
  )
  app.post<{ Body: SecondFactorBody }>(
    paths.confirmSecondFactor,
    {
      ...formOptions,
      config: firstStep,
      schema: {
        tags,
        summary: 'Puts the secret into use; answers the recovery codes, once',
        body: codeSchema,
      },
    },
    async (request) => {
      const recoveryCodes = await confirmSetup(context, request.body.code, toSecondFactorRequest(request))
      return success<RecoveryCodesData>({ recoveryCodes })
    },
  )
}

function recoveryAndRemovalRoutes(app: FastifyInstance, context: AccountsContext): void {
  app.post<{ Body: ProofBody }>(
    paths.renewRecoveryCodes,
    {
      ...formOptions,
      config: signedIn,
      schema: { tags, summary: 'Makes new recovery codes in place of the old ones', body: proofSchema },
    },
    async (request) => {
      const recoveryCodes = await renewRecoveryCodes(context, toRequestToProve(request))
      return success<RecoveryCodesData>({ recoveryCodes })
    },
  )
  app.post<{ Body: ProofBody }>(
    paths.removeSecondFactor,
    {
      ...formOptions,
      config: signedIn,
      schema: { tags, summary: "Takes the caller's second factor away", body: proofSchema },
    },
    async (request) => {
      await removeSecondFactor(context, toRequestToProve(request))
      return success(null)
    },
  )
}

/** A call about the account `id`. `Body` is that of the reset. */
interface AccountCall {
  Params: { id: string }
  Body: ProofBody
}

function administrationRoutes(app: FastifyInstance, context: AccountsContext): void {
  app.get<AccountCall>(
    '/front/account/:id/second-factor',
    {
      config: administratorOnly,
      schema: {
        tags: ['administration'],
        summary: 'How the second factor of an account stands',
        params: accountParams,
      },
    },
    async ({ params: { id } }) => {
      if (!(await findUser(context.db.kysely, id))) throw createHttpError('not_found')
      return success<AccountSecondFactor>(await readUserSecondFactor(context.db.kysely, id))
    },
  )
  app.post<AccountCall>(
    '/front/account/:id/second-factor/reset',
    {
      ...formOptions,
      config: administratorOnly,
      schema: {
        tags: ['administration'],
        summary: 'Takes the second factor of somebody who has lost it away, and ends their sign-ins',
        params: accountParams,
        body: proofSchema,
      },
    },
    async (request) => {
      await resetUserSecondFactor(context, toRequestToProve(request), request.params.id)
      return success(null)
    },
  )
}

/** Gets the signed-in caller; the permissions of these routes admit no other. */
function readCaller({ caller }: Pick<FastifyRequest, 'caller'>): UserCaller {
  if (caller.kind !== 'user') throw createHttpError('sign_in.required')
  return caller
}

function toSecondFactorRequest(request: FastifyRequest): SecondFactorRequest {
  const { authorization, 'accept-language': languages } = request.headers
  const caller = readCaller(request)
  return { ...getOriginWithDevice(request), caller, authorization, locale: preferredLocale(languages) }
}

function toRequestToProve(request: FastifyRequest<{ Body: ProofBody }>): RequestToProve {
  return { ...toSecondFactorRequest(request), password: request.body.login_pwd }
}
