import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { fullTag } from '../../../tests/support/marks.ts'
import { appendRecord, firstLine, journalVariable, stageVariable, type TestRecord } from './journal.ts'

/** A finished test before it is written; `why` may have several lines. */
type FinishedTest = Pick<TestRecord, 'titles' | 'state' | 'ms'> & { why?: string | undefined }

/** Writes Vitest's finished tests to the journal of the run. */
export default class VitestReporter implements Reporter {
  readonly #path = process.env[journalVariable] ?? ''
  readonly #stage = process.env[stageVariable] ?? ''
  #root = ''
  #isGate = false
  #isInterrupted = false

  onInit({ config }: Vitest): void {
    this.#root = config.root
    this.#isGate = config.tagsFilter !== undefined
    process.once('SIGINT', () => (this.#isInterrupted = true))
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    // Tests of the full suite do not belong to the gate, but Vitest reports them as skipped.
    if (state === 'skipped' && this.#isGate && test.tags.includes(fullTag)) return
    const why = errors?.[0]?.message
    const ms = test.diagnostic()?.duration ?? 0
    this.#write(test.module, { titles: listTitles(test), state, ms, ...(state === 'failed' && { why }) })
  }

  onTestSuiteResult(suite: TestSuite): void {
    const why = suite.errors()[0]?.message
    if (why !== undefined)
      this.#write(suite.module, { titles: listTitles(suite), state: 'failed', ms: 0, why })
  }

  onTestModuleEnd(module: TestModule): void {
    const why = module.errors()[0]?.message
    if (why !== undefined) this.#write(module, { titles: ['the file'], state: 'failed', ms: 0, why })
    if (this.#isInterrupted) return
    appendRecord(this.#path, { kind: 'file', stage: this.#stage, file: this.#getFileName(module) })
  }

  #write(module: TestModule, { why, ms, ...finished }: FinishedTest): void {
    // A test that a signal ended neither failed nor was skipped; the next run decides.
    if (this.#isInterrupted && finished.state !== 'passed') return
    appendRecord(this.#path, {
      kind: 'test',
      stage: this.#stage,
      project: module.project.name,
      file: this.#getFileName(module),
      ...finished,
      ms: Math.round(ms),
      ...(why !== undefined && { why: firstLine(why) }),
    })
  }

  #getFileName({ moduleId }: TestModule): string {
    return relative(this.#root, moduleId).replaceAll('\\', '/')
  }
}

function listTitles(entity: TestCase | TestSuite): string[] {
  return entity.parent.type === 'module' ? [entity.name] : [...listTitles(entity.parent), entity.name]
}
