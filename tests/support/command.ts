import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { runForumCommand } from '../../scripts/forum/run-command.ts'
import { compiled } from './compiled.ts'
import type { DataPlace } from './databases.ts'

/** Result of a command. */
export interface CommandEnd {
  code: number | null
  stdout: string
  stderr: string
}

/** Environment of a command. */
export interface CommandOptions {
  env?: Readonly<Record<string, string>>
  cwd?: string
}

/** Options of a command in a process of its own. */
export interface CommandProcessOptions extends CommandOptions {
  input?: string
  /** Maximum size of a file that it may write, to simulate a full disk. */
  fileLimitKilobytes?: number
}

const script = fileURLToPath(new URL('../../scripts/forum.ts', import.meta.url))

function environment({ dataDir, databaseUrl }: DataPlace, env: CommandOptions['env']) {
  const database = databaseUrl !== undefined && { DATABASE_URL: databaseUrl }
  return { ...compiled, LANG: 'en', DATA_DIR: dataDir, ...database, ...env }
}

let running: Promise<unknown> = Promise.resolve()

/**
 * Runs a command on the data of a place in this process. Commands run one after the other, because they share the
 * console.
 */
export function runCommand(
  place: DataPlace,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandEnd> {
  const end = running.then(() => runHere(place, args, options))
  running = end.catch(() => undefined)
  return end
}

async function runHere(
  place: DataPlace,
  args: readonly string[],
  { env, cwd = place.dataDir }: CommandOptions,
): Promise<CommandEnd> {
  const before = { env: process.env, cwd: process.cwd() }
  const end = { stdout: '', stderr: '' }
  const write = (to: keyof typeof end) => (value: unknown) => void (end[to] += `${String(value)}\n`)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(write('stdout')),
    vi.spyOn(console, 'error').mockImplementation(write('stderr')),
  ]
  process.env = environment(place, env)
  process.chdir(cwd)
  try {
    return { code: await runForumCommand(args), ...end }
  } finally {
    process.chdir(before.cwd)
    process.env = before.env
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs an operator's command in a process of its own; a `.env` of its working folder is read. */
export async function runCommandProcess(
  place: DataPlace,
  args: readonly string[],
  { input = '', env, cwd = place.dataDir, fileLimitKilobytes }: CommandProcessOptions = {},
): Promise<CommandEnd> {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', script, ...args]
  // Dash counts in blocks of 512 bytes.
  const limited = ['sh', '-c', `ulimit -f ${(fileLimitKilobytes ?? 0) * 2} && exec "$@"`, 'sh', ...command]
  const [program = '', ...rest] = fileLimitKilobytes === undefined ? command : limited
  const child = spawn(program, rest, { cwd, env: environment(place, env) })
  child.stdin.end(input)
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}
