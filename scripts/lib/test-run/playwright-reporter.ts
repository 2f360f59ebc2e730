import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { appendRecord, firstLine, journalVariable, stageVariable, type TestRecord } from './journal.ts'

/** Writes Playwright's finished tests to the journal of the run. */
export default class PlaywrightReporter implements Reporter {
  readonly #path = process.env[journalVariable] ?? ''
  readonly #stage = process.env[stageVariable] ?? ''
  #isInterrupted = false

  constructor() {
    process.once('SIGINT', () => (this.#isInterrupted = true))
  }

  printsToStdio(): boolean {
    return false
  }

  onTestEnd(test: TestCase, { status, duration, errors }: TestResult): void {
    // The path begins with an empty title, the project and the file.
    const [, project = '', , ...titles] = test.titlePath()
    const state = status === 'skipped' ? status : test.outcome() === 'expected' ? 'passed' : 'failed'
    // A test that a signal ended neither failed nor was skipped; the next run decides.
    if (this.#isInterrupted && state !== 'passed') return
    const message = errors[0]?.message ?? `ended as ${status}`
    this.#write({
      project,
      file: toFileName(test.location.file),
      titles,
      state,
      ms: Math.round(duration),
      ...(state === 'failed' && { why: firstLine(message) }),
    })
  }

  onError({ message = 'an error outside of all tests', location }: TestError): void {
    if (this.#isInterrupted) return
    this.#write({
      project: '',
      file: location ? toFileName(location.file) : '',
      titles: ['outside of all tests'],
      state: 'failed',
      ms: 0,
      why: firstLine(message),
    })
  }

  #write(record: Omit<TestRecord, 'kind' | 'stage'>): void {
    appendRecord(this.#path, { kind: 'test', stage: this.#stage, ...record })
  }
}

function toFileName(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}
