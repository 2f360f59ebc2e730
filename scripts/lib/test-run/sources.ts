import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

/** Hashes the project's files except ignored ones; empty outside of a git working tree. */
export function hashSources(): string {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listed.status !== 0) return ''
  const hash = createHash('sha256')
  for (const path of listed.stdout.split('\0').filter(Boolean).toSorted()) {
    hash.update(`${path}\n`)
    hash.update(readContent(path))
  }
  return hash.digest('hex')
}

/** Returns an empty text for a file that was removed but not yet committed. */
function readContent(path: string): Buffer | string {
  try {
    return readFileSync(join(root, path))
  } catch {
    return ''
  }
}
