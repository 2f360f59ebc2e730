import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  codePurposes,
  paths,
  type LoginData,
  type SendCodeBody,
  type SendCodeData,
  type SmsLoginBody,
} from '#contract/api.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { success } from '#server/http/envelope.ts'
import { preferredLocale } from '#server/http/error-texts.ts'
import { toClientAddress, signInBodyLimitBytes } from '#server/http/limits.ts'
import { createHttpError, HttpError } from '#server/errors.ts'
import { isTextable } from '#server/messages/sms-transport.ts'
import {
  getCallsPerMinute,
  countCodeSent,
  countCodeAttempt,
  createOriginFinder,
  resendAfterSeconds,
  type FindOrigin,
} from './code-limits.ts'
import { verifyCode, sendCode } from './codes.ts'
import { readDevice, type AccountsContext } from './accounts-context.ts'
import { ensureMobileAccount } from './users.ts'
import { parseMobile } from './login.ts'
import { insertSignIn, toLoginData } from './sign-ins.ts'

/** Dependencies of the endpoints of codes. */
export interface CodesContext extends AccountsContext {
  /** Range of the venue's network, whose visitors share one IP address. */
  venueCidr?: string
  /** Codes go to numbers with one of these prefixes. */
  smsPrefixes: readonly string[]
}

const mobileSchema = { type: 'string', minLength: 1, maxLength: 40, description: 'As the person typed it' }

const sendCodeSchema = {
  tags: ['accounts'],
  summary: 'Sends a code to a mobile, at most one a minute',
  security: [],
  body: {
    type: 'object',
    required: ['mobile'],
    additionalProperties: false,
    properties: {
      mobile: mobileSchema,
      check: {
        type: 'boolean',
        default: false,
        description: 'Changes nothing: who has an account is not told',
      },
      purpose: { type: 'string', enum: codePurposes, default: 'sign_in' },
    },
  },
} as const

const smsLoginSchema = {
  tags: ['accounts'],
  summary: 'Signs in by a code; a mobile without an account gets one, as applicant',
  security: [],
  body: {
    type: 'object',
    required: ['mobile', 'captcha'],
    additionalProperties: false,
    properties: {
      mobile: mobileSchema,
      captcha: { type: 'string', minLength: 1, maxLength: 40 },
      challenge: {
        type: 'string',
        maxLength: 64,
        description: 'Of the answer to the call for the code: with it, nobody else uses up the tries',
      },
    },
  },
} as const

/**
 * Registers the endpoints that send codes by text message and sign users in by them. The sign-in has two paths of the
 * public API with one meaning.
 */
export async function codeRoutes(app: FastifyInstance, context: CodesContext): Promise<void> {
  const findOrigin = createOriginFinder(context.secrets, context.venueCidr)
  const options = {
    bodyLimit: signInBodyLimitBytes,
    config: {
      permission: { kind: 'public' },
      rateLimit: {
        max: (request: FastifyRequest) => getCallsPerMinute(findOrigin(request.ip)),
        timeWindow: 60_000,
      },
    },
  } as const
  app.post<{ Body: SendCodeBody }>(paths.sendCode, { ...options, schema: sendCodeSchema }, async (request) =>
    success(await handleSendCode(context, findOrigin, request)),
  )
  for (const path of [paths.smsLogin, paths.userSmsLogin]) {
    app.post<{ Body: SmsLoginBody }>(path, { ...options, schema: smsLoginSchema }, async (request) =>
      success(await signInByCode(context, findOrigin, request)),
    )
  }
}

/**
 * Gives the same response after the same work for every mobile, whether it is known or got a text a moment ago.
 * Otherwise callers could find out who has an account.
 */
async function handleSendCode(
  { db, secrets, now: clock, smsPrefixes, hasRateLimits, wakeMessages }: CodesContext,
  findOrigin: FindOrigin,
  request: FastifyRequest<{ Body: SendCodeBody }>,
): Promise<SendCodeData> {
  const { purpose = 'sign_in' } = request.body
  const mobile = getMobile(request.body.mobile)
  if (!isTextable(mobile, smsPrefixes))
    throw createHttpError('validation.failed', { fields: [{ path: 'mobile', key: 'field.not_textable' }] })
  const now = clock()
  const locale = preferredLocale(request.headers['accept-language'])
  const origin = findOrigin(request.ip)
  const challenge = await db.transaction((trx) =>
    sendCode(trx, secrets, { mobile, purpose, locale, originKey: origin.key, now }, async () => {
      if (hasRateLimits) await countCodeSent(trx, origin, now)
    }),
  )
  wakeMessages()
  return { resendAfterSeconds, challenge }
}

/** Gives the same response after the same work for a wrong, used and late code and for a mobile without a code. */
async function signInByCode(
  { db, secrets, now: clock, hasRateLimits }: CodesContext,
  findOrigin: FindOrigin,
  request: FastifyRequest<{ Body: SmsLoginBody }>,
): Promise<LoginData> {
  const mobile = getMobile(request.body.mobile)
  const now = clock()
  if (hasRateLimits) await countCodeAttempt(db.kysely, findOrigin(request.ip), now)
  const device = readDevice(request.headers['user-agent'])
  const audit = { at: now, requestId: request.id, clientAddress: toClientAddress(request.ip) }
  const token = await db.transaction(async (trx) => {
    const { captcha: code, challenge } = request.body
    const attempt = { mobile, purpose: 'sign_in', code, challenge, now } as const
    if (!(await verifyCode(trx, secrets, attempt))) {
      await appendAudit(trx, { ...audit, actorId: null, action: 'sign_in.refused' })
      return undefined
    }
    const id = await ensureMobileAccount(trx, mobile, now)
    const signInToken = await insertSignIn(trx, { id }, now, { device, isVerified: true }).catch(
      throwAsWrongCode,
    )
    await appendAudit(trx, { ...audit, actorId: id, action: 'sign_in' })
    return signInToken
  })
  // Thrown outside the transaction, which would otherwise roll back the counted attempt and the audit entry.
  if (token === undefined) throw createHttpError('sign_in.code_refused')
  return toLoginData(db.kysely, token, now)
}

/** Rethrows an error of `insertSignIn`. A blocked account gets the same error as a wrong code. */
function throwAsWrongCode(error: unknown): never {
  const isBlocked = error instanceof HttpError && error.key === 'sign_in.refused'
  throw isBlocked ? createHttpError('sign_in.code_refused') : error
}

/** Gets the number that a user typed. @returns E.164 @throws HttpError `validation.failed` on `mobile` */
function getMobile(text: string): string {
  const mobile = parseMobile(text)
  if (mobile === undefined)
    throw createHttpError('validation.failed', { fields: [{ path: 'mobile', key: 'field.invalid' }] })
  return mobile
}
