import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellName = 'chromium-headless-shell'
const chromiumElsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** What the tests can do without is not waited for where there is no network. */
const withoutPatience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/**
 * Makes sure that a Chromium, CJK fonts and PostgreSQL's programs are there: as root on Debian they are installed,
 * elsewhere a line says what to install and the process ends. Chromium's headless shell is installed where it can be:
 * without it the tests take longer.
 */
export async function ensureSystemParts(): Promise<void> {
  const missing = [
    ...(findChromium() ? [] : ['chromium']),
    ...(hasCjkFonts() ? [] : ['fonts-noto-cjk']),
    ...(process.env.TEST_DATABASE_URL || hasPostgres() ? [] : ['postgresql']),
  ]
  if (missing.length > 0) await install(missing)
  if (!findChromium()) throw new Error('No Chromium was found after its installation.')
  if (!process.env.CHROMIUM_PATH && !findProgram([shellName]) && canInstall())
    await tryInstall([shellName], withoutPatience)
}

/** Path of an installed Chromium or Chrome; CHROMIUM_PATH wins. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return findProgram(chromiumNames) ?? chromiumElsewhere.find((path) => existsSync(path))
}

/**
 * Path of a Chromium for tests of pages: its headless shell, the same engine without the windows of a desktop, where it
 * is installed. CHROMIUM_PATH wins.
 */
export function findPageChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findProgram([shellName]) ?? findChromium()
}

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

function hasCjkFonts(): boolean {
  if (process.platform !== 'linux') return true // macOS and Windows ship them
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

function hasPostgres(): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debianPostgresFolders()]
  return folders.some((folder) => existsSync(join(folder, 'initdb')))
}

function debianPostgresFolders(): string[] {
  const base = '/usr/lib/postgresql'
  return existsSync(base) ? readdirSync(base).map((version) => join(base, version, 'bin')) : []
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

async function install(packages: string[]): Promise<void> {
  if (!canInstall()) {
    console.error(`Tests need ${packages.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`)
    process.exit(1)
  }
  if ((await tryInstall(packages)) !== 0) process.exit(1)
}

/** @returns the exit code of the installation */
async function tryInstall(packages: string[], options: string[] = []): Promise<number> {
  console.log(`Installing ${packages.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', ...options], env)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...options, ...packages], env)
}
