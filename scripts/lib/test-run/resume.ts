import type { FileRecord, JournalRecord, RunRecord, TestRecord } from './journal.ts'
import type { StagePlan } from './plan.ts'

/** What a continued run keeps of the run before, and what it does. */
export interface Continuation {
  /** Records that count as they are. */
  kept: JournalRecord[]
  plan: StagePlan[]
  /** What is not run again in a stage of which the rest is: checks, the build, tests of the browser. */
  passedTests: TestRecord[]
}

/**
 * Says why a run cannot be continued.
 * @returns one line, undefined when it can
 */
export function findObstacle(records: readonly JournalRecord[], wanted: RunRecord): string | undefined {
  const earlier = records.find((record) => record.kind === 'run')
  if (!earlier) return 'There is no earlier run to continue: start one without --resume.'
  if (earlier.suite !== wanted.suite || earlier.part !== wanted.part)
    return `The last run was another one (${describeRun(earlier)}): continue that one, or start without --resume.`
  if (wanted.sources === '')
    return 'Without git nothing says whether the sources have changed: start a run without --resume.'
  if (earlier.sources !== wanted.sources)
    return 'The sources have changed since the last run: start one without --resume.'
  return undefined
}

/**
 * Divides a run into what an earlier one proved and what is to be done. Vitest's files are kept whole where all of their
 * tests passed, browser tests one by one, stages without files where they passed.
 */
export function continueRun(records: readonly JournalRecord[], plan: readonly StagePlan[]): Continuation {
  const tests = records.filter((record) => record.kind === 'test')
  const failed = new Set(tests.filter(({ state }) => state === 'failed').map(keyOf))
  const finished = new Set(
    records
      .filter((record) => record.kind === 'file')
      .map(keyOf)
      .filter((key) => !failed.has(key)),
  )
  const isKept = (record: JournalRecord): boolean => {
    if (record.kind === 'run' || record.kind === 'stage') return true
    if (record.kind === 'file') return finished.has(keyOf(record))
    if (record.state === 'failed') return false
    const runner = plan.find(({ stage }) => stage.name === record.stage)?.stage.runner
    return runner === 'vitest' ? finished.has(keyOf(record)) : canBeNamed(record)
  }
  const kept = records.filter(isKept)
  return {
    kept,
    plan: plan.flatMap((one) => {
      if (one.stage.runner !== 'vitest') return [one]
      const files = one.files.filter((file) => !finished.has(keyOf({ stage: one.stage.name, file })))
      return files.length > 0 ? [{ ...one, files }] : []
    }),
    passedTests: kept.filter((record) => record.kind === 'test'),
  }
}

/** Playwright's lists of tests separate titles by this sign. */
function canBeNamed({ titles }: TestRecord): boolean {
  return !titles.some((title) => title.includes('›') || title !== title.trim())
}

function keyOf({ stage, file }: Pick<TestRecord | FileRecord, 'stage' | 'file'>): string {
  return `${stage} ${file}`
}

function describeRun({ suite, part }: RunRecord): string {
  return `${suite}${part ? `, ${part}` : ''}`
}
