import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Role } from '#contract/api.ts'
import { normalizeLogin } from '#server/accounts/login.ts'
import { resetSecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import { blockUser, setRole, unblockUser } from '#server/accounts/user-state.ts'
import { findUserByLogin, insertUser, InvalidUserError } from '#server/accounts/users.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

const usage = `npm run forum -- user add --role organiser|participant --login NAME  (password from standard input)
       npm run forum -- user role --role applicant|participant|staff|organiser --login NAME
       npm run forum -- user block|unblock --login NAME
       npm run forum -- user reset-second-factor --login NAME`

/** Every role, as keys, so that the compiler reports a missing one. */
const roles: Record<Role, true> = { applicant: true, participant: true, staff: true, organiser: true }

/** `user`: creates accounts and changes their roles. */
export const user: Command = {
  usage,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' }, login: { type: 'string' } },
    })
    const { role, login } = values
    const [action, ...extraArguments] = positionals
    const runAction = Object.hasOwn(actions, action ?? '') ? actions[action ?? ''] : undefined
    if (!runAction || extraArguments.length > 0)
      throw new UsageError(
        'What can be done with users is: add, role, block, unblock, reset-second-factor.',
        usage,
      )
    if (!login) throw new UsageError('--login is missing.', usage)
    console.log(await runAction(login, role))
  },
}

/** Changes the account with a login. @returns the line to print */
type Action = (login: string, role: string | undefined) => Promise<string>

/** What the command can do, by the first argument. */
const actions: Readonly<Record<string, Action>> = {
  add: async (login, role) => {
    if (role !== 'organiser' && role !== 'participant')
      throw new UsageError('--role is organiser or participant.', usage)
    await addUser(login, role)
    return `The ${role} ${normalizeLogin(login)} can sign in.`
  },
  role: async (login, role) => {
    if (!isRole(role)) throw new UsageError(`--role is one of ${Object.keys(roles).join(', ')}.`, usage)
    // An operator may do everything anyway, so organisers created here are administrators.
    const newRole = { role, isAdministrator: role === 'organiser' }
    await changeUser(login, (trx, { id }, now) => setRole(trx, id, newRole, { now }))
    return `${normalizeLogin(login)} is ${role} now.`
  },
  block: async (login) => {
    await changeUser(login, (trx, { id }, now) => blockUser(trx, id, { now }))
    return `${normalizeLogin(login)} is signed out everywhere and cannot sign in.`
  },
  unblock: async (login) => {
    await changeUser(login, (trx, { id }, now) => unblockUser(trx, id, { now }))
    return `${normalizeLogin(login)} can sign in again.`
  },
  'reset-second-factor': async (login) => {
    // The operator has no account.
    const by = { actorId: null }
    await changeUser(login, (trx, { id: userId }, now, secrets) =>
      resetSecondFactor(trx, secrets, { userId, now, by }),
    )
    return `${normalizeLogin(login)} is signed out everywhere and signs in without a second factor.`
  },
}

function isRole(role: string | undefined): role is Role {
  return role !== undefined && Object.hasOwn(roles, role)
}

/** Creates an account; an organiser is an administrator, as an operator may do everything anyway. */
async function addUser(login: string, role: Role): Promise<void> {
  const user = {
    id: randomUUID(),
    loginName: login,
    password: await readPassword(),
    role,
    isAdministrator: role === 'organiser',
  }
  await withForum(({ db, clock }) =>
    db.transaction(async (trx) => {
      const at = clock.now()
      await insertUser(trx, user, at)
      await appendAudit(trx, { at, actorId: null, action: 'account.made', module: 'users', rowId: user.id })
    }),
  ).catch((error: unknown) => {
    throw error instanceof InvalidUserError
      ? new CommandFailed(`No account was made: ${error.message}.`)
      : error
  })
}

/**
 * Changes the account with a login, in one transaction.
 * @param write changes the account and appends the audit log entry; false when there is no such account
 */
async function changeUser(
  login: string,
  write: (trx: Database['kysely'], user: { id: string }, now: Date, secrets: Secrets) => Promise<boolean>,
): Promise<void> {
  await withForum(async ({ db, clock, secrets }) => {
    const foundUser = await findUserByLogin(db.kysely, login)
    const isDone = foundUser && (await db.transaction((trx) => write(trx, foundUser, clock.now(), secrets)))
    if (!isDone) throw new CommandFailed(`There is no account with the login ${normalizeLogin(login)}.`)
  })
}

/** Reads the first line of standard input. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ')
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
