import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCoveringTests, formatCoverage, type CoveringTest } from './coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const testFiles = '{contract,server,src,sw,scripts,tests}/**/*.{test,spec}.{ts,tsx}'

/** What docs/coverage.md must hold for the present tests. */
export interface Coverage {
  path: string
  text: string
  checklist: Readonly<Record<string, string>>
  tests: readonly CoveringTest[]
}

export async function readCoverage(): Promise<Coverage> {
  const checklist = JSON.parse(await readFile(join(root, 'docs/checklist.json'), 'utf8')) as Record<
    string,
    string
  >
  const files = globSync(testFiles, { cwd: root }).toSorted()
  const found = await Promise.all(
    files.map(async (file) => findCoveringTests(file, await readFile(join(root, file), 'utf8'))),
  )
  const tests = found.flat()
  return { path: join(root, 'docs/coverage.md'), text: formatCoverage(checklist, tests), checklist, tests }
}
