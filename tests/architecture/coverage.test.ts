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
    const built = ['1-228', '231', '232']
    const more = ['238-249', '255-301', '303-313']
    const traps = ['1-9', '11-14', '16-28', '31-48', '50']
    const wanted = [
      ...built.concat(more).flatMap(expandNumbers),
      ...traps.flatMap(expandNumbers).map((number) => `T${number}`),
    ]
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
