import type { FastifyInstance } from 'fastify'
import { paths, type CurrentUser, type LoginBody, type LoginData } from '#contract/calls.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { success } from '#server/http/envelope.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { refuse } from '#server/http/refusal.ts'
import { isPassword } from './password-hash.ts'
import { deleteSignIn, insertSignIn } from './sign-ins.ts'
import { findUser, findUserByLogin } from './users.ts'

/** What the calls of accounts work with. */
export interface AccountsContext {
  db: Database
  now: () => Date
}

/** Sign-ins a minute from one address; a venue's visitors may share one. */
const signInsAMinute = 120

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
      login_pwd: { type: 'string', minLength: 1, maxLength: 1024 },
    },
  },
} as const

/** Sign-in and sign-out by password, and who one is. */
export async function accountRoutes(app: FastifyInstance, { db, now }: AccountsContext): Promise<void> {
  app.post<{ Body: LoginBody }>(
    paths.login,
    {
      bodyLimit: signInBodyLimitBytes,
      config: { permission: { kind: 'public' }, rateLimit: { max: signInsAMinute, timeWindow: 60_000 } },
      schema: loginSchema,
    },
    async (request) => success(await signIn(db, request.body, now())),
  )
  app.post(
    paths.logout,
    {
      config: { permission: { kind: 'signed_in' } },
      schema: { tags: ['accounts'], summary: 'Signs out: the token is good for nothing from now on' },
    },
    async (request) => {
      await deleteSignIn(db.kysely, request.headers.authorization ?? '')
      return success(null)
    },
  )
  app.get(
    paths.currentUser,
    {
      config: { permission: { kind: 'signed_in' } },
      schema: { tags: ['accounts'], summary: 'The person who is signed in' },
    },
    // The specification counts this call as a success by `status` too (T2).
    async (request) => ({ ...success(await getCurrentUser(db, request.caller)), status: 'ok' }),
  )
}

/** The same answer and the same work for a wrong password, an unknown and a blocked account. */
async function signIn(db: Database, { login_name, login_pwd }: LoginBody, now: Date): Promise<LoginData> {
  const user = await findUserByLogin(db.kysely, login_name)
  const isRight = await isPassword(login_pwd, user?.password_hash)
  if (!user || !isRight || user.blocked_at !== null) throw refuse('sign_in.refused')
  return { token: await insertSignIn(db.kysely, user, now) }
}

async function getCurrentUser(db: Database, caller: Caller): Promise<CurrentUser> {
  const user = caller.kind === 'user' ? await findUser(db.kysely, caller.id) : undefined
  if (!user) throw refuse('sign_in.required')
  return { id: user.id, name: user.display_name, role: user.role }
}
