import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../run.ts'
import { findChromium, findPostgres, findShell, hasCjkFonts } from '../system-dependencies.ts'
import type { ProgramResult, Processes } from './processes.ts'

/** Free space that a whole run needs for databases, browser profiles and a build. */
const neededBytes = 2e9

/** Connection timeout of the PostgreSQL of TEST_DATABASE_URL, in milliseconds. */
const connectTimeoutMs = 5000

/** Short timeouts, so that a machine without network fails at the start. */
const aptOptions = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** State of a machine that runs the tests. */
export interface Machine {
  /** Version of the Node that runs this script. */
  runningNode: string
  /** Version of the Node that package.json pins. */
  pinnedNode: string
  hasChromium: boolean
  hasCjkFonts: boolean
  /** True when PostgreSQL is installed, or TEST_DATABASE_URL names a server. */
  hasPostgres: boolean
  /** Why TEST_DATABASE_URL is unusable, when it is set. */
  databaseProblem?: string
  /** True as root on Debian and its descendants. */
  canInstall: boolean
  /** The folders that the tests write to. */
  folders: { path: string; freeBytes: number }[]
}

/** Lists the Debian packages of what is missing. */
export function listMissing(machine: Machine): string[] {
  return [
    ...(machine.hasChromium ? [] : ['chromium']),
    ...(machine.hasCjkFonts ? [] : ['fontconfig', 'fonts-noto-cjk']),
    ...(machine.hasPostgres ? [] : ['postgresql']),
  ]
}

/**
 * Lists reasons why the tests cannot run, apart from missing packages.
 * @returns a line per reason
 */
export function listProblems(machine: Machine): string[] {
  const { runningNode, pinnedNode, databaseProblem, folders } = machine
  const isOtherNode = runningNode !== pinnedNode
  return [
    ...(isOtherNode
      ? [`The tests run on Node ${pinnedNode}, this is ${runningNode}: start them by npm, which installs it.`]
      : []),
    ...(databaseProblem === undefined
      ? []
      : [`No PostgreSQL answers at TEST_DATABASE_URL: ${databaseProblem}. Start it, or unset the variable.`]),
    ...listFullDisks(folders, neededBytes),
  ]
}

/** Lists the folders that have too little space. @returns a line for each folder in which less than `bytes` are free */
export function listFullDisks(folders: Machine['folders'], bytes: number): string[] {
  return folders
    .filter(({ freeBytes }) => freeBytes < bytes)
    .map(
      ({ path, freeBytes }) =>
        `The disk is full: the tests need ${formatBytes(bytes)} in ${path}, ${formatBytes(freeBytes)} are free.`,
    )
}

/** Measures the free space of the folders that the tests write to. */
export function measureFolders(): Machine['folders'] {
  return [...new Set([tmpdir(), root])].map((path) => {
    const { bavail, bsize } = statfsSync(path)
    return { path, freeBytes: bavail * bsize }
  })
}

/**
 * Formats in one line what to install.
 * @param failure last line of a failed installation
 */
export function describeMissing(packages: readonly string[], failure?: string): string {
  const names = packages.filter((name) => name !== 'fontconfig').map((name) => labels[name] ?? name)
  const command = `apt-get install ${packages.join(' ')}`
  return failure === undefined
    ? `The tests need ${joinNames(names)}. On Debian, as root: ${command}`
    : `The tests need ${joinNames(names)}, which could not be installed (${failure}). With network, as root: ${command}`
}

/** Names of the packages for people. */
const labels: Record<string, string> = {
  chromium: 'Chromium (or CHROMIUM_PATH)',
  'fonts-noto-cjk': 'Chinese fonts',
  postgresql: "PostgreSQL's initdb and postgres (or TEST_DATABASE_URL)",
}

/** Dependencies of checking the machine and installing packages. */
export interface RequirementDeps {
  /** Finds what the machine has. */
  inspect: () => Promise<Machine>
  /** Runs apt-get. */
  apt: (args: readonly string[]) => Promise<ProgramResult>
  log: (line: string) => void
}

/**
 * Ensures that the tests have what they need, and installs packages as root on Debian.
 * @throws Error that lists in one or two lines what is missing
 */
export async function ensureRequirements({ inspect, apt, log }: RequirementDeps): Promise<void> {
  const machine = await inspect()
  const problems = listProblems(machine)
  const packages = listMissing(machine)
  if (problems.length > 0 || (packages.length > 0 && !machine.canInstall))
    throw new Error([...problems, ...(packages.length > 0 ? [describeMissing(packages)] : [])].join('\n'))
  if (packages.length === 0) return
  log(`Installing ${packages.join(', ')} …`)
  const failure = await install(packages, apt)
  const missing = listMissing(await inspect())
  if (missing.length > 0) throw new Error(describeMissing(missing, failure ?? 'apt-get reported no error'))
}

/** Installs Chromium's headless shell when possible: it makes tests of pages faster, and they run without it too. */
export async function tryInstallShell({ inspect, apt, log }: RequirementDeps): Promise<void> {
  if (process.env.CHROMIUM_PATH || findShell() || !(await inspect()).canInstall) return
  log('Installing chromium-headless-shell …')
  await install(['chromium-headless-shell'], apt)
}

/** Installs Debian packages. @returns the line that explains the failure, or undefined after success */
async function install(
  packages: readonly string[],
  apt: RequirementDeps['apt'],
): Promise<string | undefined> {
  const updateResult = await apt(['update', '-qq', ...aptOptions])
  const options = ['-y', '-qq', '--no-install-recommends', ...aptOptions]
  const { code, output } = await apt(['install', ...options, ...packages])
  if (code === 0) return undefined
  // apt-get marks errors by `E: ` and warnings by `W: `.
  const errors = `${updateResult.output}\n${output}`.split('\n').filter((line) => /^[EW]: /.test(line))
  return errors[0]?.replace(/^[EW]: /, '') ?? `apt-get ended with ${code}`
}

/** Creates the dependencies for this machine. */
export function createRequirementDeps(processes: Processes): RequirementDeps {
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  return {
    inspect: inspectMachine,
    apt: (args) => processes.run('apt-get', args, { env, isCollected: true }),
    log: (line) => console.log(line),
  }
}

/** Finds what this machine has. */
async function inspectMachine(): Promise<Machine> {
  const databaseUrl = process.env.TEST_DATABASE_URL
  const databaseProblem = databaseUrl ? await tryConnection(databaseUrl) : undefined
  const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { node: string }
  }
  return {
    runningNode: process.versions.node,
    pinnedNode: packageJson.devDependencies.node,
    hasChromium: findChromium() !== undefined,
    hasCjkFonts: hasCjkFonts(),
    hasPostgres: Boolean(databaseUrl) || findPostgres() !== undefined,
    ...(databaseProblem !== undefined && { databaseProblem }),
    canInstall: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
    folders: measureFolders(),
  }
}

/** Tries to connect to the server of a database URL. @returns why none responds, or undefined when one does */
function tryConnection(databaseUrl: string): Promise<string | undefined> {
  const parsedUrl = URL.parse(databaseUrl)
  if (!parsedUrl) return Promise.resolve('it is no address')
  return new Promise((resolve) => {
    const socket = connect({
      host: parsedUrl.hostname,
      port: Number(parsedUrl.port || 5432),
      timeout: connectTimeoutMs,
    })
    const finish = (problem?: string): void => {
      socket.destroy()
      resolve(problem)
    }
    socket.on('connect', () => finish())
    socket.on('timeout', () => finish('it does not answer'))
    socket.on('error', (error) => finish(error.message || String((error as NodeJS.ErrnoException).code)))
  })
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}

function formatBytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
