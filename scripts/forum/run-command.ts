import { loadEnvFile } from '#server/config.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'

/**
 * Runs an operator's command, and prints one line when it fails.
 * @param argv name of the command and its arguments
 * @returns exit code: 0, or 1 after a failure
 */
export async function runForumCommand([name = '', ...args]: readonly string[]): Promise<0 | 1> {
  try {
    await runByName(name, args)
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

/** Runs the command with this name. @throws UsageError for an unknown name and for wrong options */
async function runByName(name: string, args: string[]): Promise<void> {
  const loadCommand = commands[name]
  if (!loadCommand)
    throw new UsageError(name === '' ? 'Name a command.' : `There is no command ${name}.`, formatUsage())
  loadEnvFile()
  const command = await loadCommand()
  try {
    await command.run(args)
  } catch (error) {
    // parseArgs rejects unknown options and options without a value. The first sentence of its message names the option.
    if (String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'))
      throw new UsageError((error as Error).message.split(/[.]?\s*\n|[.] /)[0] ?? '', command.usage)
    throw error
  }
}

function formatUsage(): string {
  return `npm run forum -- <command>, one of: ${Object.keys(commands).join(', ')}`
}

/** Formats an error for the operator. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nUsage: ${error.usage}`
  if (error instanceof CommandFailed) return error.message
  return explainStartFailure(error)
}

/** The operator's commands by name, each loaded on demand. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'import-schedule': async () => (await import('./import-schedule.ts')).importSchedule,
  user: async () => (await import('./user.ts')).user,
  sample: async () => (await import('./sample.ts')).sample,
  'load-sample': async () => (await import('./sample.ts')).loadSampleData,
  export: async () => (await import('./export.ts')).exportModule,
  import: async () => (await import('./import.ts')).importModule,
  migrate: async () => (await import('./open-forum.ts')).migrateTables,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
  retention: async () => (await import('./retention.ts')).retention,
  doctor: async () => (await import('./doctor.ts')).doctor,
}
