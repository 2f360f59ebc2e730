import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { expandNumbers, findMissingTests, parseCoverage } from './coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

describe('docs/coverage.md', () => {
  const lines = parseCoverage(read('docs/coverage.md') ?? '')

  it('names tests that exist', () => {
    expect(lines.length).toBeGreaterThan(100)
    expect(findMissingTests(lines, read)).toEqual([])
  })

  it('has a test for every line of the checklist that is built', () => {
    const covered = new Set(lines.flatMap((line) => line.numbers))
    const built = expandNumbers('1-320')
    const traps = expandNumbers('1-50').map((number) => `T${number}`)
    const wanted = [...built, ...traps]
    expect(wanted.filter((number) => !covered.has(number))).toEqual([])
  })
})

it('a test or a file that is gone is told', () => {
  const text = [
    '| No. | What | Test |',
    '| 1 | a | `a.test.ts` › is there |',
    '|  | b | `a.test.ts` › is gone |',
    '| 2-3 | c | `b.test.ts` › is there |',
  ].join('\n')
  const lines = parseCoverage(text)
  expect(lines.map((line) => line.numbers)).toEqual([['1'], ['1'], ['2', '3']])
  expect(findMissingTests(lines, readPlanted)).toEqual(['a.test.ts › is gone', 'b.test.ts › is there'])
})

function readPlanted(path: string): string | undefined {
  return path === 'a.test.ts' ? "it('is there', () => {})" : undefined
}
