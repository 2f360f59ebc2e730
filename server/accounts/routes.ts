import type { FastifyInstance } from 'fastify'
import {
  paths,
  type ChangePasswordBody,
  type CurrentUser,
  type PersistSignInData,
  type LoginBody,
  type SignInMethods,
  type TemporaryTokenData,
} from '#contract/api.ts'
import type { Caller } from '#server/http/caller.ts'
import { success } from '#server/http/envelope.ts'
import { preferredLocale } from '#server/http/error-texts.ts'
import { fieldErrorOptions } from '#server/http/error-handler.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { isEmployee } from '#server/http/permission.ts'
import { createHttpError } from '#server/errors.ts'
import { rowIdPattern } from '#contract/row.ts'
import { getOriginWithDevice, type AccountsContext } from './accounts-context.ts'
import { changePassword } from './change-password.ts'
import {
  deleteCallerSignIn,
  persistSignIn,
  listCallerSignIns,
  signOutEverywhere,
  deleteUserSignIns,
  listUserSignIns,
} from './user-sign-ins.ts'
import { signInByPassword } from './sign-in.ts'
import { deleteSignIn } from './sign-ins.ts'
import { insertTemporaryToken } from './temporary-tokens.ts'
import { getUser } from './users.ts'

/** Sign-ins and password changes from one IP address per minute (in milliseconds); visitors of the venue may share one. */
const rateLimit = { max: 120, timeWindow: 60_000 }

/** For endpoints that only a complete sign-in may call. */
const signedIn = { permission: { kind: 'signed_in' } } as const
/** For administrators. */
const administratorOnly = { permission: { kind: 'operator' } } as const
/** For endpoints that a sign-in may call before its second factor: the current user, and sign-out. */
const firstStep = { permission: { kind: 'first_step' } } as const

/** Parameters of a call about one account. */
export const accountParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: rowIdPattern, description: 'Id of the account' } },
} as const

/**
 * Registers the endpoints of sign-in, sign-out, the current user, their sign-ins and their password.
 * @param context `hasWeixin`: true when the forum has an app at WeChat, so that users can sign in there
 */
export async function accountRoutes(
  app: FastifyInstance,
  context: AccountsContext & { hasWeixin: boolean },
): Promise<void> {
  app.post<{ Body: LoginBody }>(
    paths.login,
    {
      bodyLimit: signInBodyLimitBytes,
      config: { permission: { kind: 'public' }, rateLimit },
      schema: loginSchema,
    },
    async (request) => success(await signInByPassword(context, request.body, getOriginWithDevice(request))),
  )
  app.get(
    paths.signInMethods,
    {
      config: { permission: { kind: 'public' } },
      schema: { tags: ['accounts'], summary: 'Ways to sign in that this server is set up for', security: [] },
    },
    async () => success({ password: true, sms: true, weixin: context.hasWeixin } satisfies SignInMethods),
  )
  app.post<{ Body: ChangePasswordBody }>(
    paths.changePassword,
    {
      ...fieldErrorOptions,
      bodyLimit: signInBodyLimitBytes,
      config: { ...signedIn, rateLimit },
      schema: changePasswordSchema,
    },
    async (request) => {
      const { authorization, 'accept-language': languages } = request.headers
      const passwordRequest = {
        ...getOriginWithDevice(request),
        authorization,
        locale: preferredLocale(languages),
      }
      await changePassword(context, request.body, passwordRequest)
      return success(null)
    },
  )
  currentUserRoutes(app, context)
  signInRoutes(app, context)
  temporaryTokenRoute(app, context)
}

/** A call about the account `id`. `sign_in` is the id of one sign-in to end; all end when it is absent. */
interface AccountCall {
  Params: { id: string }
  Body: { sign_in?: string }
}

/** Registers the endpoints by which administrators see and end the sign-ins of an account. */
export async function signInAdministrationRoutes(
  app: FastifyInstance,
  context: AccountsContext,
): Promise<void> {
  app.get<AccountCall>(
    '/front/account/:id/sign-ins',
    {
      config: administratorOnly,
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
    { config: administratorOnly, schema: endUserSignInsSchema },
    async (request) => {
      const { caller, params, body } = request
      if (caller.kind !== 'user') throw createHttpError('sign_in.required')
      await deleteUserSignIns(
        context,
        { ...getOriginWithDevice(request), actorId: caller.id },
        params.id,
        body.sign_in,
      )
      return success(null)
    },
  )
}

function currentUserRoutes(app: FastifyInstance, context: AccountsContext): void {
  app.get(
    paths.currentUser,
    { config: firstStep, schema: { tags: ['accounts'], summary: 'The person who is signed in' } },
    // Clients of the public API check `status` as well.
    async (request) => ({ ...success(await getCurrentUser(context, request.caller)), status: 'ok' }),
  )
  app.get(
    paths.currentEmployee,
    {
      config: signedIn,
      schema: { tags: ['accounts'], summary: 'The organiser who is signed in; 401 to everybody else' },
    },
    async (request) => {
      // Not `not_found`, which hides rows: the caller asks only about themselves, and the app leads to the sign-in.
      if (!isEmployee(request.caller)) throw createHttpError('employee.required')
      return { ...success(await getCurrentUser(context, request.caller)), status: 'ok' }
    },
  )
}

function signInRoutes(app: FastifyInstance, context: AccountsContext): void {
  const { db, now } = context
  app.post(
    paths.logout,
    {
      config: firstStep,
      schema: { tags: ['accounts'], summary: 'Signs out: the token is good for nothing from now on' },
    },
    async (request) => {
      await deleteSignIn(db.kysely, request.headers.authorization ?? '')
      return success(null)
    },
  )
  app.post(
    paths.logoutEverywhere,
    { config: signedIn, schema: { tags: ['accounts'], summary: 'Signs out everywhere, here too' } },
    async (request) => {
      await signOutEverywhere(context, request.headers.authorization, getOriginWithDevice(request))
      return success(null)
    },
  )
  app.post(
    paths.persistSignIn,
    {
      config: signedIn,
      schema: { tags: ['accounts'], summary: 'Keeps this sign-in on its device, right after signing in' },
    },
    async (request) => {
      const expiresAt = await persistSignIn(db.kysely, request.headers.authorization, now())
      return success<PersistSignInData>({ expiresAt })
    },
  )
  app.get(
    paths.signIns,
    { config: signedIn, schema: { tags: ['accounts'], summary: "The caller's own sign-ins" } },
    async (request) => success(await listCallerSignIns(context, request.headers.authorization)),
  )
  app.post<{ Body: { id: string } }>(
    paths.endSignIn,
    { config: signedIn, schema: endSignInSchema },
    async (request) => {
      await deleteCallerSignIn(
        context,
        request.headers.authorization,
        request.body.id,
        getOriginWithDevice(request),
      )
      return success(null)
    },
  )
}

/** Registers the endpoint of tokens for downloads in a new tab. Only employees get one here; a reveal creates its own. */
function temporaryTokenRoute(app: FastifyInstance, { db, now }: AccountsContext): void {
  app.get<{ Querystring: { no: string } }>(
    paths.temporaryToken,
    { config: { permission: { kind: 'employee' } }, schema: temporaryTokenSchema },
    async (request) => {
      const { authorization } = request.headers
      const { no } = request.query
      const token = await insertTemporaryToken(db.kysely, authorization, { no }, now())
      return success({ token } satisfies TemporaryTokenData)
    },
  )
}

/** Gets the caller for the app. @returns `secondFactor`: the step that the sign-in still needs, absent when complete */
async function getCurrentUser({ db }: AccountsContext, caller: Caller): Promise<CurrentUser> {
  if (caller.kind !== 'user') throw createHttpError('sign_in.required')
  const { id, display_name, role } = await getUser(db.kysely, caller.id)
  const { pendingStep } = caller
  return { id, name: display_name, role, ...(pendingStep && { secondFactor: pendingStep }) }
}

/** Longer than any accepted password, so that the password rule reports the error, and short enough to hash cheaply. */
const passwordText = { type: 'string', maxLength: 1024 } as const

const loginSchema = {
  tags: ['accounts'],
  summary: 'Signs in by password',
  security: [],
  body: {
    type: 'object',
    required: ['login_name', 'login_pwd'],
    additionalProperties: false,
    properties: {
      login_name: {
        type: 'string',
        minLength: 1,
        maxLength: 254,
        description: "Mobile, e-mail or an organiser's login",
      },
      login_pwd: { ...passwordText, minLength: 1 },
    },
  },
} as const

const changePasswordSchema = {
  tags: ['accounts'],
  summary: 'Sets or changes the password: with the old one, with a code, or after a sign-in by code',
  body: {
    type: 'object',
    required: ['new_pwd', 'repeat_pwd'],
    additionalProperties: false,
    properties: {
      old_pwd: { ...passwordText, description: 'Not needed within 10 minutes of a sign-in by code' },
      captcha: { type: 'string', maxLength: 40, description: "A code sent to the person's own mobile" },
      challenge: { type: 'string', maxLength: 64, description: 'Of the answer to the call for the code' },
      new_pwd: passwordText,
      repeat_pwd: passwordText,
    },
  },
} as const

const endSignInSchema = {
  tags: ['accounts'],
  summary: "Ends one of the caller's own sign-ins",
  body: {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
  },
} as const

const endUserSignInsSchema = {
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

const temporaryTokenSchema = {
  tags: ['accounts'],
  summary: 'A token that opens one download once, within a minute, in a new tab: `?token=` of its address',
  querystring: {
    type: 'object',
    required: ['no'],
    additionalProperties: false,
    properties: { no: { type: 'string', minLength: 1, maxLength: 200, description: 'Number of the file' } },
  },
} as const
