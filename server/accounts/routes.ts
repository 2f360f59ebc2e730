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
import { formRoute } from '#server/http/form-route.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { isEmployee } from '#server/http/permission.ts'
import { createHttpError } from '#server/errors.ts'
import { getRequestOrigin, type AccountsContext } from './accounts-context.ts'
import { changePassword } from './change-password.ts'
import { deleteCallerSignIn, persistSignIn, listCallerSignIns, signOutEverywhere } from './user-sign-ins.ts'
import { changePasswordSchema, endSignInSchema, loginSchema, temporaryTokenSchema } from './schemas.ts'
import { signInByPassword } from './sign-in.ts'
import { deleteSignIn } from './sign-ins.ts'
import { insertTemporaryToken } from './temporary-tokens.ts'
import { getUser } from './users.ts'

/** Sign-ins and changes of password a minute from one address; a venue's visitors may share one. */
const rateLimit = { max: 120, timeWindow: 60_000 }

const signedIn = { permission: { kind: 'signed_in' } } as const
/** Before the second factor too: whom it would sign in, and the way out. */
const firstStep = { permission: { kind: 'first_step' } } as const

/** Sign-in and sign-out by password, who one is, one's own sign-ins, and one's password. */
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
    async (request) => success(await signInByPassword(context, request.body, getRequestOrigin(request))),
  )
  app.get(
    paths.signInWays,
    {
      config: { permission: { kind: 'public' } },
      schema: { tags: ['accounts'], summary: 'Ways to sign in that this server is set up for', security: [] },
    },
    async () => success({ password: true, sms: true, weixin: context.hasWeixin } satisfies SignInMethods),
  )
  app.post<{ Body: ChangePasswordBody }>(
    paths.changePassword,
    {
      ...formRoute,
      bodyLimit: signInBodyLimitBytes,
      config: { ...signedIn, rateLimit },
      schema: changePasswordSchema,
    },
    async (request) => {
      const { authorization, 'accept-language': languages } = request.headers
      const asked = { ...getRequestOrigin(request), authorization, locale: preferredLocale(languages) }
      await changePassword(context, request.body, asked)
      return success(null)
    },
  )
  currentUserRoutes(app, context)
  signInRoutes(app, context)
  temporaryTokenRoute(app, context)
}

function currentUserRoutes(app: FastifyInstance, context: AccountsContext): void {
  app.get(
    paths.currentUser,
    { config: firstStep, schema: { tags: ['accounts'], summary: 'The person who is signed in' } },
    // The specification counts this call as a success by `status` too (T2).
    async (request) => ({ ...success(await getCurrentUser(context, request.caller)), status: 'ok' }),
  )
  app.get(
    paths.currentEmployee,
    {
      config: signedIn,
      schema: { tags: ['accounts'], summary: 'The organiser who is signed in; 401 to everybody else' },
    },
    async (request) => {
      // A question about the caller, not about a thing that is hidden from them: the app leads to the sign-in (T4).
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
      await signOutEverywhere(context, request.headers.authorization, getRequestOrigin(request))
      return success(null)
    },
  )
  app.post(
    paths.keep,
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
        getRequestOrigin(request),
      )
      return success(null)
    },
  )
}

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

async function getCurrentUser({ db }: AccountsContext, caller: Caller): Promise<CurrentUser> {
  if (caller.kind !== 'user') throw createHttpError('sign_in.required')
  const { id, display_name, role } = await getUser(db.kysely, caller.id)
  const { pendingStep } = caller
  return { id, name: display_name, role, ...(pendingStep && { secondFactor: pendingStep }) }
}
