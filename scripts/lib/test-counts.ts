import { readFile } from 'node:fs/promises'

/** Outcomes of a suite. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/**
 * Reads Vitest's JSON report. A run that failed without a failed test (a file that does not load, a broken set-up)
 * or without a report counts as one failure more.
 */
export async function vitestCounts(reportPath: string, exitCode: number): Promise<Counts> {
  const report = await readReport<{
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
  }>(reportPath)
  return withExitCode(
    {
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
      skipped: report?.numPendingTests ?? 0,
    },
    exitCode,
  )
}

/**
 * Reads Playwright's JSON report; see {@link vitestCounts}. A test that passed at its second try (in CI only) counts as
 * passed; Playwright's own summary names it as flaky.
 */
export async function playwrightCounts(reportPath: string, exitCode: number): Promise<Counts> {
  const report = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }>(reportPath)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return withExitCode({ passed: expected + flaky, failed: unexpected, skipped }, exitCode)
}

function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function readReport<Report>(path: string): Promise<Report | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}
