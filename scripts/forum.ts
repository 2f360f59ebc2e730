/** `npm run forum -- <command>`: the operator's commands. Each ends 0, or 1 with one clear line. */
import { loadEnvFile } from '#server/config.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { CommandFailed, UsageError } from './forum/command.ts'
import { commands } from './forum/commands.ts'

const [name = '', ...args] = process.argv.slice(2)
process.exitCode = await runCommand().then(
  () => 0,
  (error: unknown) => {
    console.error(explain(error))
    return 1
  },
)

async function runCommand(): Promise<void> {
  const load = commands[name]
  if (!load)
    throw new UsageError(name === '' ? 'Name a command.' : `There is no command ${name}.`, usageOfAll())
  loadEnvFile()
  const command = await load()
  try {
    await command.run(args)
  } catch (error) {
    // What parseArgs refuses: an unknown option, or one without its value.
    if (String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'))
      throw new UsageError((error as Error).message.split(/[.]?\s*\n|[.] /)[0] ?? '', command.usage)
    throw error
  }
}

function usageOfAll(): string {
  return `npm run forum -- <command>, one of: ${Object.keys(commands).join(', ')}`
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nUsage: ${error.usage}`
  if (error instanceof CommandFailed) return error.message
  return explainStartFailure(error)
}
