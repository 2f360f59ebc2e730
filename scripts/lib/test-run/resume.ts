import type { FileRecord, JournalRecord, RunRecord, TestRecord } from './journal.ts'
import type { StagePlan } from './plan.ts'

/** Plan of a continued run. */
export interface Continuation {
  /** Records that stay valid. */
  retained: JournalRecord[]
  plan: StagePlan[]
  /** Passed tests of stages that run again in part: checks, the build, browser tests. */
  passedTests: TestRecord[]
}

/**
 * Explains why a run cannot be continued.
 * @returns one line, or undefined when it can
 */
export function findObstacle(records: readonly JournalRecord[], currentRun: RunRecord): string | undefined {
  const earlierRun = records.find((record) => record.kind === 'run')
  if (!earlierRun) return 'There is no earlier run to continue: start one without --resume.'
  if (earlierRun.suite !== currentRun.suite || earlierRun.part !== currentRun.part)
    return `The last run was another one (${describeRun(earlierRun)}): continue that one, or start without --resume.`
  if (currentRun.sources === '')
    return 'Without git nothing says whether the sources have changed: start a run without --resume.'
  if (earlierRun.sources !== currentRun.sources)
    return 'The sources have changed since the last run: start one without --resume.'
  return undefined
}

/**
 * Divides a run into results of an earlier run and remaining work. Vitest files are retained when all of their tests
 * passed, browser tests one by one, stages without files when they passed.
 */
export function continueRun(records: readonly JournalRecord[], plan: readonly StagePlan[]): Continuation {
  const tests = records.filter((record) => record.kind === 'test')
  const failed = new Set(tests.filter(({ state }) => state === 'failed').map(toKey))
  const finished = new Set(
    records
      .filter((record) => record.kind === 'file')
      .map(toKey)
      .filter((key) => !failed.has(key)),
  )
  const isRetained = (record: JournalRecord): boolean => {
    if (record.kind === 'run' || record.kind === 'stage') return true
    if (record.kind === 'file') return finished.has(toKey(record))
    if (record.state === 'failed') return false
    const runner = plan.find(({ stage }) => stage.name === record.stage)?.stage.runner
    return runner === 'vitest' ? finished.has(toKey(record)) : canBeNamed(record)
  }
  const retained = records.filter(isRetained)
  return {
    retained,
    plan: plan.flatMap((stagePlan) => {
      if (stagePlan.stage.runner !== 'vitest') return [stagePlan]
      const files = stagePlan.files.filter(
        (file) => !finished.has(toKey({ stage: stagePlan.stage.name, file })),
      )
      return files.length > 0 ? [{ ...stagePlan, files }] : []
    }),
    passedTests: retained.filter((record) => record.kind === 'test'),
  }
}

/** Playwright's test lists separate titles by this character. */
function canBeNamed({ titles }: TestRecord): boolean {
  return !titles.some((title) => title.includes('›') || title !== title.trim())
}

function toKey({ stage, file }: Pick<TestRecord | FileRecord, 'stage' | 'file'>): string {
  return `${stage} ${file}`
}

function describeRun({ suite, part }: RunRecord): string {
  return `${suite}${part ? `, ${part}` : ''}`
}
