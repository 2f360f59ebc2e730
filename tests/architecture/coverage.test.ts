import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readCoverage } from './coverage-files.ts'
import { findCoveringTests, formatCoverage } from './coverage.ts'

describe('docs/coverage.md', async () => {
  const { path, text, checklist, tests } = await readCoverage()

  it('is what node scripts/make-coverage.ts writes', async () => {
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('names a test for every line of the checklist', () => {
    const covered = new Set(tests.flatMap(({ lines }) => lines))
    expect(Object.keys(checklist).filter((line) => !covered.has(line))).toEqual([])
  })

  it('names no line that the checklist does not have', () => {
    const unknown = tests.filter(({ lines }) => lines.some((line) => checklist[line] === undefined))
    expect(unknown).toEqual([])
  })
})

// In two parts: Vitest reads the tag of this file from its text.
const tag = ['// @module', 'tag full'].join('-')

it.each<[source: string, ...found: [title: string, lines: string[], isFullOnly: boolean][]]>([
  ["test('opens [1, 3-5, T7] @tablet', async () => {})", ['opens', ['1', '3', '4', '5', 'T7'], false]],
  ['it.each([1, 2])(`opens ${one} [8]`, (one) => {})', ['opens ${one}', ['8'], false]],
  ["test('opens a[1]', () => expect('is [2]').toBe('ends [3]'))"],
  ["test('opens [1]', full('slow'), () => {})", ['opens', ['1'], true]],
  ["describe('g', full('slow'), () => { it('opens [1]', () => {}) })", ['opens', ['1'], true]],
  [`${tag}\nit('opens [1]', () => {})`, ['opens', ['1'], true]],
  ["describe('g', () => { it('opens [1]', () => full('no tag')) })", ['opens', ['1'], false]],
])('of %s the lines and the suite are read', (source, ...found) => {
  const tests = findCoveringTests('a.spec.ts', source)
  expect(tests.map(({ title, lines, isFullOnly }) => [title, lines, isFullOnly])).toEqual(found)
})

it('a line that only the full suite proves says so', () => {
  const tests = [
    { file: 'a.test.ts', title: 'opens', lines: ['1', '2'], isFullOnly: false },
    { file: 'b.test.ts', title: 'lasts', lines: ['2', '3'], isFullOnly: true },
  ]
  const text = formatCoverage({ 1: 'It opens.', 2: 'It lasts.', 3: 'It ends.' }, tests)
  const rows = text.slice(text.indexOf('- **1**')).split('\n')
  expect(rows).toEqual([
    '- **1** It opens.',
    '  - `a.test.ts` › opens',
    '- **2** It lasts.',
    '  - `a.test.ts` › opens',
    '  - `b.test.ts` › lasts (full suite)',
    '- **3** It ends.',
    '  - **In the full suite only:**',
    '  - `b.test.ts` › lasts (full suite)',
    '',
  ])
})
