import { expect } from 'vitest'
import type { ErrorEnvelope } from '../../contract/envelope.ts'
import type { Locale } from '../../contract/locale.ts'
import { toInstant } from '../../contract/time.ts'
import type { NewUser } from '../../server/accounts/users.ts'
import type { Database } from '../../server/db/client.ts'
import { fetchServed } from './fetch-served.ts'
import type { TestServer } from './server.ts'

/** A password that complies with all rules. */
export const password = 'tidal-lagoon-42'
/** Its hash at the lowest cost: the product's cost takes 40 ms, and tests create hundreds of users. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiBhbGwgdGVzdHM$FAwqTr73D9t8LXf0wE+3jXhVwVbqqcVad+v9i4TEemY'

/** A response with its envelope. */
export interface Answer {
  status: number
  headers: Headers
  body: {
    code: number
    data: unknown
    msg?: string
    status?: string
    error?: ErrorEnvelope['error']
  }
}

/** What a browser sends besides the body. */
export interface Sent {
  token?: string
  headers?: Readonly<Record<string, string>>
  /** Retries also while no database connection is free. */
  isPatient?: boolean
}

/** Calls the API and reads the envelope. @param body makes it a POST */
export async function call(
  { url }: Pick<TestServer, 'url'>,
  path: string,
  body?: object,
  { token, headers, isPatient }: Sent = {},
): Promise<Answer> {
  const init = {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: token }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  } as const
  const answer = await fetchServed(`${url}/api${path}`, init, isPatient)
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : { code: answer.status, data: text },
  }
}

/** Formats the error: `path:key` of rejected fields, else the error key; empty for a success. */
export function whyOf({ body: { error } }: Answer): string {
  if (error?.key !== 'validation.failed') return error?.key ?? ''
  return error.fields.map(({ path, key }) => `${path}:${key}`).join(' ')
}

/** Signs in by password. @returns the token */
export async function signIn(server: TestServer, login_name: string, sent: Sent = {}): Promise<string> {
  const { body } = await call(server, '/front/user/login', { login_name, login_pwd: password }, sent)
  expect(body.code).toBe(200)
  return (body.data as { token: string }).token
}

/** Whether a token is valid. */
export async function isSignedIn(server: TestServer, token: string): Promise<boolean> {
  return (await call(server, '/front/user/current', undefined, { token })).status === 200
}

/** A server or another owner of a database. */
interface Databased {
  db: Database
}

let people = 0

/** An account of a test; it has the {@link password} of all of them. */
export type TestUser = Partial<Omit<NewUser, 'password'>> & {
  mobile?: string
  email?: string
  locale?: Locale
  blockedAt?: string
}

/** Creates an account that no other test uses, unless its id is given. @returns its id, which is also its login */
export async function addPerson({ db }: Databased, user: TestUser = {}, at = new Date(0)): Promise<string> {
  people += 1
  const { id = `person-${people}`, loginName = id, displayName = loginName, role = 'participant' } = user
  await db.kysely
    .insertInto('users')
    .values({
      id,
      login_name: loginName,
      mobile: user.mobile ?? null,
      email: user.email ?? null,
      locale: user.locale ?? null,
      display_name: displayName,
      password_hash: passwordHash,
      role,
      is_administrator: user.isAdministrator ?? false,
      blocked_at: user.blockedAt ?? null,
      created_at: toInstant(at),
      updated_at: toInstant(at),
    })
    .execute()
  return id
}

/** Lists the audit entries about a user and by them, sorted. */
export async function auditOf({ db }: Databased, id: string): Promise<string[]> {
  const rows = await db.kysely
    .withTables<{ audit_log: { action: string; actor_id: string | null; row_id: string | null } }>()
    .selectFrom('audit_log')
    .select('action')
    .where((eb) => eb.or([eb('actor_id', '=', id), eb('row_id', '=', id)]))
    .execute()
  return rows.map(({ action }) => action).toSorted((a, b) => a.localeCompare(b))
}
