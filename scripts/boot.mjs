// Runs under any Node from 18 on. Installs the packages of the lock file when they are missing, then starts the pinned
// Node (dev dependency `node`), which runs our TypeScript without a build step.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'
const pinnedNode = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
/** Holds the hash of the lock file whose packages are installed. */
const stampFile = join(root, 'node_modules', '.installed')

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()
}

function install() {
  console.log('Installing packages from the lock file …')
  // When npm started this script, the same npm installs the packages.
  const npm = process.env.npm_execpath
  const command = npm ? process.execPath : isWindows ? 'npm.cmd' : 'npm'
  const args = [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const installation = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows && !npm })
  if (installation.status !== 0) {
    console.error(
      'The packages could not be installed; see the lines above. Is the network reachable, and is there room on the disk?',
    )
    process.exit(1)
  }
  writeFileSync(stampFile, lockHash())
}

const minMajor = 18
if (Number.parseInt(process.versions.node) < minMajor) {
  console.error(
    `Node ${minMajor} or newer is needed, this is ${process.versions.node}: install it from nodejs.org.`,
  )
  process.exit(1)
}
if (!isInstalled()) install()

const [command = 'start', ...rest] = process.argv.slice(2)
const separator = isWindows ? ';' : ':'
const args = [...listNodeFlags(command), join(root, 'scripts', `${command}.ts`), ...rest]
const env = {
  // Without this limit the threads that read spreadsheets and hash passwords hold about 50 MB of unused memory
  // (docs/decisions/091).
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  PATH: `${dirname(pinnedNode)}${separator}${process.env.PATH ?? ''}`,
}
process.chdir(root)
runPinnedNode()

/** Lists the flags of Node. The limits on the server's heap are explained in docs/decisions/091. */
function listNodeFlags(command) {
  const heapFlags = command === 'start' ? ['--max-semi-space-size=4', '--heap-growing-percent=100'] : []
  return ['--disable-warning=ExperimentalWarning', ...heapFlags]
}

function runPinnedNode() {
  // Node 22.15 and later can replace this process: no parent stays in memory, and signals arrive directly.
  if (!isWindows && process.execve) process.execve(pinnedNode, [pinnedNode, ...args], env)
  const child = spawn(pinnedNode, args, { stdio: 'inherit', env })
  // The terminal sends its signals to both; a supervisor sends them to this process only.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
