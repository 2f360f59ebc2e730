import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from '../run.ts'

/** How long programs have to end by themselves after a signal, in milliseconds. */
const defaultGraceMs = 8000

const runFolderName = /^forum-run-(\d+)-/

/** File in the folder of a run that names the project. */
const claimName = 'tested-project.txt'

/** How a program ended. */
export interface Ended {
  code: number
  /** What it printed, where that was collected. */
  output: string
}

export interface RunOptions {
  /** Folder in which the program runs; the project's when absent. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Collects the output instead of passing it through. */
  isCollected?: boolean
}

/**
 * The programs of one run. Each is the head of a process group of its own, and all have one folder for temporary files,
 * whose name is in the environment of whatever they start: so nothing that they start is lost sight of.
 */
export interface Processes {
  /** Folder for temporary files, removed at the end. */
  tempDir: string
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Ended>
  /** Ends every program with all that it started, and removes the temporary files. */
  end(): Promise<void>
}

/** @param options.graceMs how long programs have to end by themselves after a signal */
export function createProcesses({ graceMs = defaultGraceMs } = {}): Processes {
  const tempDir = mkdtempSync(join(tmpdir(), `forum-run-${process.pid}-`))
  chmodSync(tempDir, 0o755) // PostgreSQL runs as another user
  const running = new Set<ChildProcess>()
  const base = {
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
        env: { ...base, ...env },
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
      signalGroup(child, 'SIGKILL') // what it left behind
      return { code, output }
    },
    end: async () => {
      await endAll([...running], graceMs)
      for (const { pid } of findProcessesIn(tempDir)) kill(pid, 'SIGKILL')
      rmSync(tempDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function endAll(children: readonly ChildProcess[], graceMs: number): Promise<void> {
  const ended = children
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((child) => new Promise((resolve) => child.on('exit', resolve)))
  // The runners end their tests, servers and browsers in order; what takes too long is ended with all that it started.
  for (const { pid } of children) if (pid !== undefined) kill(pid, 'SIGINT')
  const late = setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL')
  }, graceMs)
  await Promise.all(ended)
  clearTimeout(late)
  for (const child of children) signalGroup(child, 'SIGKILL')
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) kill(process.platform === 'win32' ? pid : -pid, signal)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended before.
  }
}

/** A process that a run of the tests started. */
export interface RunProcess {
  pid: number
  /** Its program and first argument. */
  command: string
}

/** Says in the folder of a run which project it tests, for {@link findRunOf}. */
export function claimProject({ tempDir }: Processes, project: string): void {
  writeFileSync(join(tempDir, claimName), project)
}

/** @returns the process number of a run that tests a project at this moment */
export function findRunOf(project: string): number | undefined {
  return listRunFolders(tmpdir())
    .filter(({ path, pid }) => isAlive(pid) && readClaim(path) === project)
    .map(({ pid }) => pid)[0]
}

function readClaim(folder: string): string | undefined {
  const path = join(folder, claimName)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * Ends processes of runs that are over, and removes their temporary files: a run that was killed leaves its servers.
 * @param base where runs have their folders
 * @returns the processes that were ended
 */
export function endLeftovers(base = tmpdir()): RunProcess[] {
  const folders = listRunFolders(base).filter(({ pid }) => !isAlive(pid))
  return folders.flatMap(({ path }) => {
    const left = findProcessesIn(path)
    for (const { pid } of left) kill(pid, 'SIGKILL')
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    return left
  })
}

/** Folders of runs, with the process that each belongs to. */
function listRunFolders(base: string): { path: string; pid: number }[] {
  return readdirSync(base).flatMap((name) => {
    const [, pid] = runFolderName.exec(name) ?? []
    return pid === undefined ? [] : [{ path: join(base, name), pid: Number(pid) }]
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Processes whose temporary files go into a folder. Linux only; elsewhere none are found. */
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

/** Strings of a file of /proc; none of a process that is gone or another user's. */
function readProc(pid: number, name: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0')
  } catch {
    return []
  }
}
