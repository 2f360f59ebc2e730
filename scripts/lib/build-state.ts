import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run.ts'

/** Files and folders that the build depends on. */
const sources = [
  'src',
  'sw',
  'contract',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/** Holds the fingerprint of the sources that dist/ was built from. */
const stampPath = join(root, 'dist', '.built')

/** Returns whether dist/ was built from the current sources. */
export async function isBuildCurrent(): Promise<boolean> {
  const stamp = await readFile(stampPath, 'utf8').catch(() => '')
  return stamp !== '' && stamp === (await fingerprint())
}

/** Records that dist/ was built from the current sources. */
export async function markBuilt(): Promise<void> {
  await writeFile(stampPath, await fingerprint())
}

/** Hashes path, size and modification time of every source file. It reads no contents, so it takes milliseconds. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of await listFiles(join(root, source))) {
      const { size, mtimeMs } = await stat(path)
      hash.update(`${path} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** Lists the files of a folder, without the route tree, which the build itself writes; a file lists itself. */
async function listFiles(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'routeTree.gen.ts')
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
