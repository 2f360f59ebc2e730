import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from './compiled.ts'
import { freePort } from './free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const quiet = '--disable-warning=ExperimentalWarning'

/** Password of the first organiser, whose login is `organiser`. */
export const organiserPassword = 'tidal-lagoon-42'

/** The real server, running as a process of its own on the built app. */
export interface ForumProcess {
  url: string
  port: number
  dataDir: string
  process: ChildProcess
  output: () => string
  /** Runs an operator's command on the same data. @throws Error with its output when it does not end with 0 */
  forum: (args: readonly string[], input?: string) => Promise<string>
  /**
   * Ends the process and deletes its data. With `keepData` it ends by SIGTERM as in production, after which it serves
   * requests for a second more; without, the tests need not wait for that.
   */
  stop: (options?: { keepData?: boolean }) => Promise<void>
}

const running = new Set<ForumProcess>()

/** Finds the forum that this process has started at a URL; for a proxy, the first forum. */
export function findForum(address: string): ForumProcess {
  const forums = [...running]
  const found = forums.find(({ url }) => address.startsWith(url)) ?? forums[0]
  if (!found) throw new Error('no forum runs in this process')
  return found
}

/** Options; the default is a fresh sample forum on a free port. */
export interface ForumProcessOptions {
  env?: Record<string, string>
  port?: number
  dataDir?: string
  /** Starts it as `npm start` does, with Node's options for servers; for benchmarks. */
  isStartedByNpm?: boolean
  /** File for its standard output, instead of `output`. */
  stdoutFile?: string
}

/** Starts the server and waits until it answers. @throws Error with its output when it does not within 30 s */
export async function startForum(options: ForumProcessOptions = {}): Promise<ForumProcess> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await makeDataDir())
  const env = environment({ PORT: String(port), DATA_DIR: dataDir, ...options.env })
  let output = ''
  const program = options.isStartedByNpm ? ['scripts/boot.mjs', 'start'] : [quiet, 'server/main.ts']
  const stdout = options.stdoutFile === undefined ? 'pipe' : openSync(options.stdoutFile, 'w')
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: ['pipe', stdout, 'pipe'] })
  if (typeof stdout === 'number') closeSync(stdout)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child, () => output)
  const forum: ForumProcess = {
    url,
    port,
    dataDir,
    process: child,
    output: () => output,
    forum: (args, input) => runForum(args, env, input),
    stop: async ({ keepData = false } = {}) => {
      running.delete(forum)
      await ended(child, keepData ? 'SIGTERM' : 'SIGKILL')
      if (!keepData) await rm(dataDir, { recursive: true, force: true })
    },
  }
  running.add(forum)
  return forum
}

/** Environment variable with the folder of a prepared sample forum: starting from a copy takes a third of the time. */
export const sampleDirVariable = 'FORUM_TEST_SAMPLE_DIR'

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-test-'))
  const sample = process.env[sampleDirVariable]
  if (sample !== undefined) await cp(sample, dataDir, { recursive: true })
  return dataDir
}

/** Passes the project's variables only: a developer's DATABASE_URL must not reach a test. */
function environment(own: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    LANG,
    TMPDIR,
    ...compiled,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ORGANISER_PASSWORD: organiserPassword,
    ...own,
  }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadlineMs = Date.now() + 30_000
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not answer within 30 s:\n${output()}`)
}

function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill(signal)
  })
}

function runForum(args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [quiet, 'scripts/forum.ts', ...args], { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`forum ${args.join(' ')}: ${output}`)),
    )
    child.stdin.end(input)
  })
}
