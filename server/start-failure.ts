import { InvalidUserError } from './accounts/users.ts'
import { ConfigError } from './config.ts'
import { InvalidSecretsFileError } from './secrets/secrets.ts'

/** Explains a failed start in one line with what to do. An unexpected error keeps its stack, because it is a bug. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof InvalidSecretsFileError) return error.message
  if (error instanceof InvalidUserError)
    return `The first organiser cannot be made: ${error.message}. Choose another ORGANISER_LOGIN or ORGANISER_PASSWORD.`
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: end the other program, or choose another port with PORT.`
    case 'EACCES':
      // Without a port, a file or folder cannot be opened.
      return port === undefined
        ? `Not allowed: ${error.message}`
        : `Port ${port} may not be opened by this user: choose one from 1024 on with PORT.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The address ${address ?? ''} is not one of this machine, or not known: check HOST and DATABASE_URL.`
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
      return 'The database does not answer: is it running, and is DATABASE_URL right?'
    // PostgreSQL's own: wrong sign-in, unknown database.
    case '28000':
    case '28P01':
    case '3D000':
      return `PostgreSQL refuses: ${error.message}. Check DATABASE_URL.`
    case 'ERR_SQLITE_ERROR':
      return `The database in DATA_DIR cannot be used: ${error.message}.`
    default:
      return isMissingBuildError(error) ? error.message : (error.stack ?? error.message)
  }
}

/** Checks for the error of `readBuiltApp` about a missing build. Its message already says what to do. */
function isMissingBuildError(error: Error): boolean {
  return error.message.startsWith('There is no built app')
}
