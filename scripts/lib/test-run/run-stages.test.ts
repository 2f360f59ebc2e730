import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { appendRecord, journalVariable, readJournal, writeJournal, type JournalRecord } from './journal.ts'
import type { StagePlan } from './plan.ts'
import type { Processes } from './processes.ts'
import { runStages } from './run-stages.ts'
import { listStageFiles, stages } from './stages.ts'

const journal = join(mkdtempSync(join(tmpdir(), 'stages-')), 'journal.jsonl')

interface Program {
  /** Records that a runner's reporter writes before it ends. */
  writes?: JournalRecord[]
  code: number
}

interface RunOptions {
  stage?: string
  signal?: AbortSignal
}

/** Runs a stage, by default the API's, with a program in place of the runner. @returns the failures */
async function runOne(files: string[], program: Program, options: RunOptions = {}) {
  const { stage: wanted = 'api', signal = new AbortController().signal } = options
  writeJournal(journal, [])
  const calls: string[][] = []
  const processes: Processes = {
    tempDir: dirname(journal),
    run: async (command, args, options) => {
      calls.push([command, ...args])
      expect(options?.env?.[journalVariable]).toBe(journal)
      for (const record of program.writes ?? []) appendRecord(journal, record)
      return { code: program.code, output: '' }
    },
    end: async () => undefined,
  }
  const stage = stages.find(({ name }) => name === wanted) as StagePlan['stage']
  const deps = { processes, journal, suite: 'gate' as const, passedTests: [], signal }
  await runStages([{ stage, files, isCounted: true }], deps)
  const failed = readJournal(journal).flatMap((record) =>
    record.kind === 'test' && record.state === 'failed' ? [[record.file, record.why]] : [],
  )
  return { calls, failed }
}

const file = { kind: 'file', stage: 'api', file: 'a.test.ts' } as const

test('the gate runs the files of its plan, without the tests of the full suite', async () => {
  const { calls, failed } = await runOne(['a.test.ts'], { writes: [file], code: 0 })
  expect(failed).toEqual([])
  expect(calls[0]).toEqual(expect.arrayContaining(['vitest', '--project', 'api', '--tags-filter', '!full']))
  expect(calls[0]?.at(-1)).toBe('a.test.ts')
})

test('a runner that fails without a failed test is a failure', async () => {
  const { failed } = await runOne(['a.test.ts'], { writes: [file], code: 1 })
  expect(failed).toEqual([['', 'Vitest ended with exit code 1 without a failed test']])
})

test('files without a result are a failure, whatever the exit code', async () => {
  const { failed } = await runOne(['a.test.ts', 'b.test.ts', 'c.test.ts'], { writes: [file], code: 0 })
  expect(failed).toEqual([['b.test.ts', 'was not run, as 1 more']])
})

test('what a signal ended is no failure, and nothing starts after it', async () => {
  const ended = AbortSignal.abort()
  const { calls, failed } = await runOne(['a.test.ts'], { code: 1 }, { signal: ended })
  expect(calls).toEqual([])
  expect(failed).toEqual([])
})

test('a whole stage of the browser without a test is a failure, a part may have none of the gate', async () => {
  const whole = listStageFiles(stages.find(({ name }) => name === 'browser') as StagePlan['stage'])
  const { failed } = await runOne(whole, { code: 0 }, { stage: 'browser' })
  expect(failed).toEqual([['', 'Playwright found no test']])
  expect((await runOne(whole.slice(1), { code: 0 }, { stage: 'browser' })).failed).toEqual([])
})
