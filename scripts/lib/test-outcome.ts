import { readFile } from 'node:fs/promises'

/** What came of a suite. */
export interface Outcome {
  passed: number
  skipped: number
  /** Names of the tests that failed, each with the first line of why. */
  failed: string[]
}

export function addOutcomes(a: Outcome, b: Outcome): Outcome {
  return { passed: a.passed + b.passed, skipped: a.skipped + b.skipped, failed: [...a.failed, ...b.failed] }
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
  const failed = (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0 && file.status === 'failed') return [nameOf(file.name, 'the file', file.message)]
    return tests.map((test) => nameOf(file.name, test.fullName, test.failureMessages[0]))
  })
  return withExitCode(
    { passed: report?.numPassedTests ?? 0, skipped: report?.numPendingTests ?? 0, failed },
    exitCode,
    'Vitest',
  )
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

/**
 * Reads Playwright's JSON report; see {@link vitestOutcome}. A test that passed at its second try (in CI only) counts as
 * passed; Playwright's own summary names it as flaky.
 */
export async function playwrightOutcome(reportPath: string, exitCode: number): Promise<Outcome> {
  const report = await readReport<
    PlaywrightSuite & { stats: { expected: number; flaky: number; skipped: number } }
  >(reportPath)
  const { expected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return withExitCode(
    { passed: expected + flaky, skipped, failed: report ? failuresOf(report) : [] },
    exitCode,
    'Playwright',
  )
}

function failuresOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map((test) => nameOf(`${test.projectName} ${file}`, title, test.results.at(-1)?.error?.message)),
  )
  return [...own, ...suites.flatMap(failuresOf)]
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
