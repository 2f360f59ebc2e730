import type { JournalRecord, TestRecord, TestState } from './journal.ts'

/** Maximum number of slowest tests in a report. */
const maxSlowest = 20

/** A stage's line in the table. */
export interface StageSummary {
  name: string
  seconds: number
  counts: Record<TestState, number>
}

/** What the report of a run shows. */
export interface Summary {
  stages: StageSummary[]
  counts: Record<TestState, number>
  failed: TestRecord[]
  slowest: TestRecord[]
}

/** Summarizes a journal. */
export function summarize(records: readonly JournalRecord[]): Summary {
  const tests = records.filter((record) => record.kind === 'test')
  const names = new Set(records.flatMap((record) => (record.kind === 'run' ? [] : [record.stage])))
  return {
    stages: [...names].map((name) => ({
      name,
      seconds: sumMs(records.filter((record) => record.kind === 'stage' && record.stage === name)) / 1000,
      counts: countStates(tests.filter(({ stage }) => stage === name)),
    })),
    counts: countStates(tests),
    failed: tests.filter(({ state }) => state === 'failed'),
    // Checks and the build have their own line in the table.
    slowest: tests
      .filter(({ file }) => file !== '')
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, maxSlowest),
  }
}

/**
 * Formats the end of a run: stages with their seconds, the slowest tests, failures, and the counts in the last line.
 */
export function formatReport({ stages, counts, failed, slowest }: Summary, isInterrupted = false): string {
  return [
    '',
    ...formatTable([
      ['stage', 'seconds', 'passed', 'failed', 'skipped'],
      ...stages.map((stage) => [
        stage.name,
        stage.seconds.toFixed(0),
        ...[stage.counts.passed, stage.counts.failed, stage.counts.skipped].map(String),
      ]),
      ['all', sumSeconds(stages).toFixed(0), ...[counts.passed, counts.failed, counts.skipped].map(String)],
    ]),
    ...(slowest.length > 0 ? ['', `The ${slowest.length} slowest tests, in seconds:`] : []),
    ...slowest.map((test) => `${(test.ms / 1000).toFixed(1).padStart(7)}  ${formatName(test)}`),
    '',
    ...failed.map((test) => `✗ ${formatName(test)}${test.why ? `: ${test.why}` : ''}`),
    ...(isInterrupted
      ? ['Interrupted: these are the counts so far. With --resume the run goes on from here.']
      : []),
    formatCounts(counts),
  ].join('\n')
}

/** Formats the line with the result, for people and machines. */
export function formatCounts({ passed, failed, skipped }: Summary['counts']): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Formats a test in one line: project and file, then its titles. */
function formatName({ project, file, titles }: TestRecord): string {
  return [[project, file].filter(Boolean).join(' '), ...titles].filter(Boolean).join(' › ')
}

/** Aligns columns: the first to the left, numbers to the right. */
function formatTable(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

function countStates(tests: readonly TestRecord[]): Record<TestState, number> {
  const count = (countedState: TestState): number =>
    tests.filter(({ state }) => state === countedState).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

function sumMs(records: readonly JournalRecord[]): number {
  return records.reduce((sum, record) => sum + ('ms' in record ? record.ms : 0), 0)
}

function sumSeconds(stages: readonly StageSummary[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0)
}
