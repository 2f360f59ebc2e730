import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compiled } from './compiled.ts'
import type { DataPlace } from './databases.ts'

/** How a command ended. */
export interface CommandEnd {
  code: number | null
  stdout: string
  stderr: string
}

/** What a test may set. */
export interface CommandOptions {
  input?: string
  env?: Readonly<Record<string, string>>
  /** Working folder, whose `.env` is read. */
  cwd?: string
  /** Largest file that it may write: what a full disk does to it. */
  fileLimitKilobytes?: number
}

const script = fileURLToPath(new URL('../../scripts/forum.ts', import.meta.url))

/** Runs an operator's command in a process of its own on the data of a place. */
export async function runCommand(
  place: DataPlace,
  args: readonly string[],
  { input = '', env = {}, cwd = place.dataDir, fileLimitKilobytes }: CommandOptions = {},
): Promise<CommandEnd> {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', script, ...args]
  // Dash counts in blocks of 512 bytes.
  const limited = ['sh', '-c', `ulimit -f ${(fileLimitKilobytes ?? 0) * 2} && exec "$@"`, 'sh', ...command]
  const [program = '', ...rest] = fileLimitKilobytes === undefined ? command : limited
  const child = spawn(program, rest, {
    cwd,
    env: {
      ...compiled,
      LANG: 'en',
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      ...env,
    },
  })
  child.stdin.end(input)
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}
