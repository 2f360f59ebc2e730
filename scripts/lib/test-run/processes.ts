import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from '../run.ts'

/** Time for programs to end after a signal, in milliseconds. */
const defaultGraceMs = 8000

/** Matches the name of a run's folder and captures its process id: `forum-run-4711-aB3x9Z`. */
const runFolderName = /^forum-run-(\d+)-/

/** File in the folder of a run that names the project. */
const claimFileName = 'tested-project.txt'

/** Result of a program. */
export interface ProgramResult {
  code: number
  /** Its output, when collected. */
  output: string
}

/** How to run a program. */
export interface ProgramOptions {
  /** Working directory; the project's folder when absent. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Collects the output instead of passing it through. */
  isCollected?: boolean
}

/**
 * The programs of one run. Each leads its own process group, and all share a folder for temporary files. The folder's
 * name is in the environment of every descendant, so that none is lost.
 */
export interface Processes {
  /** Folder for temporary files, removed at the end. */
  tempDir: string
  /** Runs a program until it ends. Its exit code is 1 when a signal ended it. */
  run(command: string, args: readonly string[], options?: ProgramOptions): Promise<ProgramResult>
  /** Ends every program with its descendants, and removes the temporary files. */
  end(): Promise<void>
}

/** Creates the programs of a run. @param options.graceMs time for programs to end after a signal, in milliseconds */
export function createProcesses({ graceMs = defaultGraceMs } = {}): Processes {
  const tempDir = mkdtempSync(join(tmpdir(), `forum-run-${process.pid}-`))
  chmodSync(tempDir, 0o755) // PostgreSQL runs as another user
  const running = new Set<ChildProcess>()
  const programEnv = {
    ...process.env,
    TMPDIR: tempDir,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  }
  return {
    tempDir,
    run: async (command, args, { env, cwd = root, isCollected = false } = {}) => {
      const child = spawn(command, args, {
        cwd,
        stdio: isCollected ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
        detached: process.platform !== 'win32',
        env: { ...programEnv, ...env },
      })
      running.add(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => (output += String(chunk)))
      const code = await new Promise<number>((resolve, reject) => {
        child.on('error', reject)
        child.on('close', (exitCode) => resolve(exitCode ?? 1))
      })
      running.delete(child)
      signalGroup(child, 'SIGKILL') // descendants that still run
      return { code, output }
    },
    end: async () => {
      await endAll([...running], graceMs)
      for (const { pid } of findProcessesIn(tempDir)) kill(pid, 'SIGKILL')
      rmSync(tempDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Interrupts programs and waits until they have ended; kills them after the grace time. */
async function endAll(children: readonly ChildProcess[], graceMs: number): Promise<void> {
  const ended = children
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((child) => new Promise((resolve) => child.on('exit', resolve)))
  // The runners end their tests, servers and browsers in order. Those that take too long are killed with their
  // descendants.
  for (const { pid } of children) if (pid !== undefined) kill(pid, 'SIGINT')
  const killTimer = setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL')
  }, graceMs)
  await Promise.all(ended)
  clearTimeout(killTimer)
  for (const child of children) signalGroup(child, 'SIGKILL')
}

/** Sends a signal to a program and its descendants; on Windows, which has no process groups, to the program only. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) kill(process.platform === 'win32' ? pid : -pid, signal)
}

/** Sends a signal to a process, or to a process group by its negative id. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}

/** A process that a run of the tests started. */
export interface RunProcess {
  pid: number
  /** Its program and first argument. */
  command: string
}

/** Records in the folder of a run which project it tests, for {@link findRun}. */
export function claimProject({ tempDir }: Processes, project: string): void {
  writeFileSync(join(tempDir, claimFileName), project)
}

/** Finds the process id of a run that tests a project now. */
export function findRun(project: string): number | undefined {
  return listRunFolders(tmpdir())
    .filter(({ path, pid }) => isAlive(pid) && readClaim(path) === project)
    .map(({ pid }) => pid)[0]
}

/** Reads which project a run tests; undefined when its folder does not say so. */
function readClaim(folder: string): string | undefined {
  const path = join(folder, claimFileName)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * Ends processes of finished runs and removes their temporary files: a killed run leaves its servers.
 * @param baseFolder folder with the folders of runs
 * @returns the ended processes
 */
export function endLeftovers(baseFolder = tmpdir()): RunProcess[] {
  const folders = listRunFolders(baseFolder).filter(({ pid }) => !isAlive(pid))
  return folders.flatMap(({ path }) => {
    const orphans = findProcessesIn(path)
    for (const { pid } of orphans) kill(pid, 'SIGKILL')
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    return orphans
  })
}

/** Lists the folders of runs with their process ids. */
function listRunFolders(baseFolder: string): { path: string; pid: number }[] {
  return readdirSync(baseFolder).flatMap((name) => {
    const [, pid] = runFolderName.exec(name) ?? []
    return pid === undefined ? [] : [{ path: join(baseFolder, name), pid: Number(pid) }]
  })
}

/** True while a process with this id runs. */
function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists. EPERM: it exists and belongs to another user.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Finds processes whose temporary files go to a folder. On Linux only; elsewhere it finds none. */
function findProcessesIn(tempDir: string): RunProcess[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
  return pids.flatMap((pid) => {
    const environment = readProc(pid, 'environ')
    if (!environment.includes(`TMPDIR=${tempDir}`)) return []
    const [program = '', ...args] = readProc(pid, 'cmdline')
    const command = [program.split('/').at(-1), args.find((arg) => !arg.startsWith('-'))]
    return [{ pid, command: command.filter(Boolean).join(' ') }]
  })
}

/** Reads the strings of a file of /proc; empty for a process that has ended or belongs to another user. */
function readProc(pid: number, name: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Exit code of a program that Ctrl-C ended. */
export const interruptedCode = 130

/** Interval for checking that npm's shell is alive, in milliseconds. */
const parentCheckMs = 1000

/**
 * Ends all programs on Ctrl-C, and when the terminal or npm ends. npm passes SIGTERM to its shell, which does not pass
 * it on.
 * @returns a controller that is aborted then
 */
export function endOnSignals(processes: Processes): AbortController {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (!controller.signal.aborted) console.log('\nEnding what runs …')
    controller.abort()
    void processes.end()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)
  const parent = process.ppid
  const isNpm = process.env.npm_lifecycle_event !== undefined
  const timer = setInterval(() => {
    if (isNpm && process.ppid !== parent && !controller.signal.aborted) interrupt()
  }, parentCheckMs)
  timer.unref()
  return controller
}
