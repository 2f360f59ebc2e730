import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const chromiumElsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Makes sure that a Chromium, CJK fonts and PostgreSQL's programs are there: as root on Debian they are installed,
 * elsewhere a line says what to install and the process ends.
 * @returns path of the Chromium to test with
 */
export async function ensureSystemParts(): Promise<string> {
  const missing = [
    ...(findChromium() ? [] : ['chromium']),
    ...(hasCjkFonts() ? [] : ['fonts-noto-cjk']),
    ...(process.env.TEST_DATABASE_URL || hasPostgres() ? [] : ['postgresql']),
  ]
  if (missing.length > 0) await install(missing)
  const chromium = findChromium()
  if (!chromium) throw new Error('No Chromium was found after its installation.')
  return chromium
}

/** Path of an installed Chromium or Chrome; CHROMIUM_PATH wins. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = chromiumNames.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...chromiumElsewhere].find((path) => existsSync(path))
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

async function install(packages: string[]): Promise<void> {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!canInstall) {
    console.error(`Tests need ${packages.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${packages.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
  if (code !== 0) process.exit(1)
}
