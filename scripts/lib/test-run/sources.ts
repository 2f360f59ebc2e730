import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

/** Hash of the project's files, but for what git ignores; empty where the project is no working tree of git. */
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

/** Nothing for a file that was removed and not yet committed. */
function readContent(path: string): Buffer | string {
  try {
    return readFileSync(join(root, path))
  } catch {
    return ''
  }
}
