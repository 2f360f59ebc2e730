import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import type { TestRecord } from '../test-run/journal.ts'
import { applyMutant, findListProblems, parseTestName, type Mutant } from './mutant.ts'
import {
  createMutantJournal,
  formatCounts,
  formatTable,
  hashMutant,
  isEnough,
  type MutantOutcome,
} from './outcome.ts'
import { toResult } from './run-tests.ts'
import { allMutants } from './rules/index.ts'

const mutant: Mutant = {
  id: 'adds',
  rule: 'Two and two is four.',
  file: 'scripts/lib/run.ts',
  search: 'a + b',
  replace: 'a - b',
  gate: ['scripts/lib/mutants/mutants.test.ts'],
}

function outcome(id: string, caughtBy: MutantOutcome['caughtBy']): MutantOutcome {
  return { id, hash: 'x', caughtBy, test: 'file › title', ms: 1234 }
}

function record(titles: string[], state: TestRecord['state']): TestRecord {
  return { kind: 'test', stage: '', project: 'unit', file: 'a.test.ts', titles, state, ms: 1, why: 'why' }
}

test('a source is broken at the one place that is meant', () => {
  expect(applyMutant('return a + b', mutant)).toBe('return a - b')
  expect(applyMutant('return a + b', { ...mutant, replace: '$& $1' })).toBe('return $& $1')
})

test.each(['', 'a + b; a + b', 'a - b'])('%j does not hold the searched text once', (source) => {
  expect(() => applyMutant(source, mutant)).toThrow(/adds: .* times, not once/)
})

test('a mutant that changes nothing is refused', () => {
  expect(() => applyMutant('a + b', { ...mutant, replace: 'a + b' })).toThrow('changes nothing')
})

test('what is wrong with a list is said at once, a line each', () => {
  const missing = { ...mutant, file: 'no.ts', gate: ['no.test.ts', 'README.md › no title'] }
  expect(findListProblems([mutant, missing, { ...mutant, id: 'none', gate: [] }], root, () => 'b')).toEqual([
    'adds: scripts/lib/run.ts holds the searched text 0 times, not once',
    'adds: there are two of this name',
    'adds: there is no file no.ts',
    'adds: there is no test no.test.ts',
    'adds: there is no test README.md › no title',
    'none: no test is named',
    'none: scripts/lib/run.ts holds the searched text 0 times, not once',
  ])
})

test('there are at least 60 mutants, 30 of offline rules, each with its place in the sources and its tests', () => {
  const problems = findListProblems(allMutants, root, (file) => readFileSync(join(root, file), 'utf8'))
  expect(problems).toEqual([])
  expect(allMutants.length).toBeGreaterThanOrEqual(60)
  expect(allMutants.filter(({ isOfflineRule }) => isOfflineRule).length).toBeGreaterThanOrEqual(30)
})

test('names of tests contain runner, project and title', () => {
  expect(parseTestName('src/a.test.ts')).toEqual({
    runner: 'vitest',
    project: '',
    file: 'src/a.test.ts',
    title: '',
  })
  expect(parseTestName('phone tests/e2e/a.spec.ts › one › two')).toEqual({
    runner: 'playwright',
    project: 'phone',
    file: 'tests/e2e/a.spec.ts',
    title: 'one › two',
  })
})

test('only a test that failed catches a mutant', () => {
  const failed = record(['adds'], 'failed')
  expect(toResult([record(['other'], 'passed'), failed], 1, '')).toEqual({
    failures: [failed],
    passedCount: 1,
  })
  expect(toResult([record(['adds'], 'passed')], 0, '')).toEqual({ failures: [], passedCount: 1 })
})

test.each([
  ['a file that does not load', [record(['the file'], 'failed')], 1, 'a.test.ts the file: why'],
  ['a program that ends badly', [], 1, 'last line'],
  ['a run without tests', [], 0, 'no test was run'],
])('%s proves nothing', (_, records, code, problem) => {
  expect(toResult(records, code, 'last line')).toEqual({ failures: [], passedCount: 0, problem })
})

test('the gate has to catch nine of ten, the full suite all', () => {
  const byGate = Array.from({ length: 54 }, (_, at) => outcome(`g${at}`, 'gate'))
  const byFull = Array.from({ length: 6 }, (_, at) => outcome(`f${at}`, 'full'))
  expect(isEnough([...byGate, ...byFull])).toBe(true)
  expect(formatCounts([...byGate, ...byFull])).toBe('54 of 60 caught by the gate, 60 of 60 by the full suite')
  expect(isEnough([...byGate.slice(1), ...byFull, outcome('f6', 'full')])).toBe(false)
  expect(isEnough([...byGate, ...byFull.slice(1), outcome('n', 'nothing')])).toBe(false)
})

test('the table shows rule, who caught it and the time', () => {
  expect(formatTable([outcome('adds', 'gate')], [mutant])).toBe(
    [
      'mutant  caught by  s    rule                  test',
      'adds    gate       1.2  Two and two is four.  file › title',
    ].join('\n'),
  )
})

test('a continued run knows what was tried with the same sources and the same mutant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forum-mutants-'))
  try {
    const path = join(folder, 'mutants.jsonl')
    const journal = createMutantJournal(path, 'sources')
    const tried = { ...outcome('adds', 'gate'), hash: hashMutant(mutant) }
    journal.append(tried)
    expect(journal.findKnown([mutant]).get('adds')).toMatchObject(tried)
    expect(journal.findKnown([{ ...mutant, replace: 'a * b' }]).size).toBe(0)
    expect(createMutantJournal(path, 'others').findKnown([mutant]).size).toBe(0)
    journal.clear()
    expect(journal.findKnown([mutant]).size).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
