import { readFile } from 'node:fs/promises'

/** What came of a suite. */
export interface Outcome {
  passed: number
  skipped: number
  /** Names of the tests that failed, each with the first line of why. */
  failed: string[]
  /** Names of those that passed at their second try (in CI only), with why not at the first; they count as passed. */
  flaky: string[]
}

export function addOutcomes(a: Outcome, b: Outcome): Outcome {
  return {
    passed: a.passed + b.passed,
    skipped: a.skipped + b.skipped,
    failed: [...a.failed, ...b.failed],
    flaky: [...a.flaky, ...b.flaky],
  }
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * Reads Vitest's JSON report. A run that failed without a failed test (a file that does not load, a broken set-up)
 * or without a report counts as one failure more.
 */
export async function vitestOutcome(reportPath: string, exitCode: number): Promise<Outcome> {
  const report = await readReport<VitestReport>(reportPath)
  const files = report?.testResults ?? []
  const failed = files.flatMap((file) => {
    const tests = unwellIn(file, 'failed')
    return tests.length === 0 && file.status === 'failed'
      ? [nameOf(file.name, 'the file', file.message)]
      : tests
  })
  const flaky = files.flatMap((file) => unwellIn(file, 'passed'))
  return withExitCode(
    { passed: report?.numPassedTests ?? 0, skipped: report?.numPendingTests ?? 0, failed, flaky },
    exitCode,
    'Vitest',
  )
}

/** Tests with a failure, which was their last try or the one before. */
function unwellIn({ name, assertionResults }: VitestReport['testResults'][number], status: string): string[] {
  return assertionResults
    .filter((test) => test.status === status && test.failureMessages.length > 0)
    .map((test) => nameOf(name, test.fullName, test.failureMessages[0]))
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: {
      projectName: string
      status: string
      results: { error?: { message?: string } }[]
    }[]
  }[]
}

/** Reads Playwright's JSON report; see {@link vitestOutcome}. */
export async function playwrightOutcome(reportPath: string, exitCode: number): Promise<Outcome> {
  const report = await readReport<
    PlaywrightSuite & { stats: { expected: number; flaky: number; skipped: number } }
  >(reportPath)
  const { expected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return withExitCode(
    {
      passed: expected + flaky,
      skipped,
      failed: report ? namesOf(report, 'unexpected') : [],
      flaky: report ? namesOf(report, 'flaky') : [],
    },
    exitCode,
    'Playwright',
  )
}

function namesOf({ suites = [], specs = [] }: PlaywrightSuite, wanted: string): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map((test) =>
        nameOf(
          `${test.projectName} ${file}`,
          title,
          test.results.findLast(({ error }) => error)?.error?.message,
        ),
      ),
  )
  return [...own, ...suites.flatMap((suite) => namesOf(suite, wanted))]
}

/** One line: the reports above it can be longer than what is kept of them. */
function nameOf(file: string, test: string, why = ''): string {
  return `${file} › ${test}: ${why.trim().split('\n')[0]}`
}

function withExitCode(outcome: Outcome, exitCode: number, suite: string): Outcome {
  if (exitCode === 0 || outcome.failed.length > 0) return outcome
  return { ...outcome, failed: [`${suite} ended with exit code ${exitCode} without a failed test`] }
}

async function readReport<Report>(path: string): Promise<Report | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}
