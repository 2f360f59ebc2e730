import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { normalizeLogin } from '#server/accounts/login-name.ts'
import { insertUser, UserRefused } from '#server/accounts/users.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

const usage =
  'npm run forum -- user add --role organiser|participant --login NAME  (password from standard input)'

/** `user add`: an account with a password. */
export const user: Command = {
  usage,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' }, login: { type: 'string' } },
    })
    const { role, login } = values
    if (positionals.join(' ') !== 'add')
      throw new UsageError('The one thing to do with users is: add.', usage)
    if (role !== 'organiser' && role !== 'participant')
      throw new UsageError('--role is organiser or participant.', usage)
    if (!login) throw new UsageError('--login is missing.', usage)
    const password = await readPassword()
    await withForum(({ db, clock }) =>
      // Who may run this command may do everything anyway, so the organisers it makes are administrators.
      insertUser(
        db.kysely,
        { id: randomUUID(), loginName: login, password, role, isAdministrator: role === 'organiser' },
        clock.now(),
      ),
    ).catch((error: unknown) => {
      throw error instanceof UserRefused ? new CommandFailed(`No account was made: ${error.message}.`) : error
    })
    console.log(`The ${role} ${normalizeLogin(login)} can sign in.`)
  },
}

/** The first line of the standard input. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ')
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
