import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
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
}

const script = fileURLToPath(new URL('../../scripts/forum.ts', import.meta.url))

/** Runs an operator's command in a process of its own on the data of a place. */
export async function runCommand(
  place: DataPlace,
  args: readonly string[],
  { input = '', env = {}, cwd = place.dataDir }: CommandOptions = {},
): Promise<CommandEnd> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd,
    env: {
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
