import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const headlessShellName = 'chromium-headless-shell'
/** Where Chrome is on macOS, outside of PATH. */
const chromiumPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Flags of Chromium in tests. Its background services would fail on a closed network, and the tests that forbid requests to
 * other hosts would count theirs.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The servers of the tests speak HTTP over TCP only.
  '--disable-quic',
  '--no-first-run',
  // Test pages live for seconds: V8's optimising compilers cost more time than they save.
  '--js-flags=--no-opt --no-maglev',
]

/** Finds an installed Chromium or Chrome; CHROMIUM_PATH takes precedence. */
export function findChromium(): string | undefined {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) return configuredPath
  return findProgram(chromiumNames) ?? chromiumPaths.find((path) => existsSync(path))
}

/**
 * Finds a Chromium for tests of pages: its headless shell, the same engine without desktop windows, when installed.
 * CHROMIUM_PATH takes precedence.
 */
export function findPageChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findShell() ?? findChromium()
}

/** Finds Chromium's headless shell. */
export function findShell(): string | undefined {
  return findProgram([headlessShellName])
}

/** Finds the folder with `initdb` and `postgres`; among several versions in Debian's folders the newest. */
export function findPostgres(): string | undefined {
  const folders = [...listDebianPostgresFolders(), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** Checks whether Chinese text can be drawn. */
export function hasCjkFonts(): boolean {
  if (process.platform !== 'linux') return true // macOS and Windows ship them
  const result = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return result.status === 0 && result.stdout.trim() !== ''
}

/** Finds the first of these programs in the folders of PATH. */
function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Lists Debian's folders of PostgreSQL's programs, the newest version first. */
function listDebianPostgresFolders(): string[] {
  const versionsFolder = '/usr/lib/postgresql'
  const versions = existsSync(versionsFolder)
    ? readdirSync(versionsFolder).map(Number).filter(Number.isFinite)
    : []
  return versions
    .toSorted((first, second) => second - first)
    .map((version) => join(versionsFolder, String(version), 'bin'))
}
