import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import { normalizeLogin } from './login-name.ts'
import { insertUser, InvalidUserError } from './users.ts'

/** The sign-in of the account that was made; the password only when it was made up here. */
export interface FirstOrganiser {
  login: string
  password: string | undefined
}

/** 96 bits: as strong as it needs to be, and short enough to be typed from a terminal. */
const passwordBytes = 12

/**
 * Makes the first organiser, an administrator, when there is no organiser yet.
 * @returns undefined when there is one, as when another process was faster
 * @throws InvalidUserError when the given login or password cannot be used
 */
export async function ensureFirstOrganiser(
  db: Database,
  given: { organiserLogin: string; organiserPassword?: string },
  now: Date,
): Promise<FirstOrganiser | undefined> {
  if (await hasOrganiser(db)) return undefined
  const password = given.organiserPassword ?? randomBytes(passwordBytes).toString('base64url')
  const login = normalizeLogin(given.organiserLogin)
  try {
    await insertUser(
      db.kysely,
      { id: randomUUID(), loginName: login, password, role: 'organiser', isAdministrator: true },
      now,
    )
  } catch (error) {
    if (error instanceof InvalidUserError && (await hasOrganiser(db))) return undefined
    throw error
  }
  return { login, password: given.organiserPassword === undefined ? password : undefined }
}

async function hasOrganiser({ kysely }: Database): Promise<boolean> {
  const query = kysely.selectFrom('users').select('id').where('role', '=', 'organiser').limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
