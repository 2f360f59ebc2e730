import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { isBuildCurrent } from '../build-state.ts'
import { checks, runChecks } from '../checks.ts'
import { root } from '../run.ts'
import { fullTag, gateProjects } from '../../../tests/support/marks.ts'
import {
  appendRecord,
  journalVariable,
  readJournal,
  stageVariable,
  suiteVariable,
  type TestRecord,
} from './journal.ts'
import type { StagePlan } from './plan.ts'
import type { Processes } from './processes.ts'
import { listStageFiles } from './stages.ts'

/** Dependencies of the stages. */
export interface RunDeps {
  processes: Processes
  /** Path of the journal. */
  journal: string
  suite: 'gate' | 'full'
  /** Tests that passed in an earlier run: checks, the build and browser tests. */
  passedTests: readonly TestRecord[]
  /** Ends the run between two programs. */
  signal: AbortSignal
}

const reporters = join(root, 'scripts', 'lib', 'test-run')

/** Runs the stages one after the other, and records everything finished in the journal. */
export async function runStages(plan: readonly StagePlan[], deps: RunDeps): Promise<void> {
  for (const stagePlan of plan) {
    if (deps.signal.aborted) return
    const startMs = performance.now()
    await runners[stagePlan.stage.runner](stagePlan, deps)
    const ms = Math.round(performance.now() - startMs)
    appendRecord(deps.journal, { kind: 'stage', stage: stagePlan.stage.name, ms })
  }
}

/** The function that runs a stage, by the stage's runner. */
const runners = { checks: runCheckStage, build: runBuild, vitest: runVitest, playwright: runPlaywright }

async function runCheckStage({ stage }: StagePlan, deps: RunDeps): Promise<void> {
  const pendingChecks = checks.filter(({ name }) => !isPassed(stage.name, name, deps))
  await runChecks(pendingChecks, deps, ({ name }, { code, ms }) =>
    recordProgram({ stage: stage.name, name, code, ms }, deps),
  )
}

/** Builds the app unless the build is current. */
async function runBuild({ stage, isCounted }: StagePlan, deps: RunDeps): Promise<void> {
  const name = 'the app is built'
  // A build that another shard counts, or that has passed before the run continued, is not recorded here unless it fails.
  const isRecordedElsewhere = !isCounted || isPassed(stage.name, name, deps)
  if (isRecordedElsewhere && (await isBuildCurrent())) return
  console.log('Building the app …')
  const startMs = performance.now()
  const { code } = await deps.processes.run(process.execPath, [...process.execArgv, 'scripts/build.ts'])
  if (deps.signal.aborted || (isRecordedElsewhere && code === 0)) return
  const ms = Math.round(performance.now() - startMs)
  recordProgram({ stage: stage.name, name, code, ms }, deps)
}

async function runVitest({ stage, files }: StagePlan, deps: RunDeps): Promise<void> {
  const { code } = await deps.processes.run(
    'vitest',
    [
      'run',
      ...stage.projects.flatMap((project) => ['--project', project]),
      ...(deps.suite === 'gate' ? ['--tags-filter', `!${fullTag}`] : []),
      '--reporter=default',
      `--reporter=${join(reporters, 'vitest-reporter.ts')}`,
      ...files,
    ],
    { env: runnerEnvironment(stage.name, deps) },
  )
  checkExit('Vitest', stage.name, code, deps)
  if (!deps.signal.aborted) checkFiles(stage.name, files, deps)
}

/** Runs the stage's browser tests, except those that passed before the run was continued. */
async function runPlaywright({ stage, files }: StagePlan, deps: RunDeps): Promise<void> {
  const folder = deps.processes.tempDir
  const selectedTestsPath = join(folder, 'wanted.txt')
  const passedTestsPath = join(folder, 'passed.txt')
  writeFileSync(selectedTestsPath, files.map(toTestsPath).join('\n'))
  const passedRecords = deps.passedTests.filter((test) => test.stage === stage.name)
  const lines = passedRecords.map(({ project, file, titles }) =>
    [`[${project}]`, toTestsPath(file), ...titles].join(' › '),
  )
  writeFileSync(passedTestsPath, lines.join('\n'))
  const { code } = await deps.processes.run(
    'playwright',
    [
      'test',
      `--test-list=${selectedTestsPath}`,
      ...(lines.length > 0 ? [`--test-list-invert=${passedTestsPath}`] : []),
      ...(deps.suite === 'gate' ? gateFilter : []),
      '--trace=off',
      '--pass-with-no-tests',
      `--reporter=line,${join(reporters, 'playwright-reporter.ts')}`,
    ],
    { env: runnerEnvironment(stage.name, deps) },
  )
  checkExit('Playwright', stage.name, code, deps)
  // Some files may have no test of the gate. A whole stage without tests means that a pattern is wrong.
  const isWhole = files.length === listStageFiles(stage).length
  if (isWhole && !deps.signal.aborted && !hasTests(stage.name, deps))
    recordFailure(stage.name, '', 'Playwright found no test', deps)
}

/** The gate's choice among Playwright's tests. */
const gateFilter = [...gateProjects.flatMap((name) => ['--project', name]), '--grep-invert', `@${fullTag}\\b`]

/** Playwright's lists name files relative to the tests' folder. */
function toTestsPath(file: string): string {
  return file.replace(/^tests\//, '')
}

function runnerEnvironment(stage: string, { journal, suite }: RunDeps): NodeJS.ProcessEnv {
  return { [journalVariable]: journal, [stageVariable]: stage, [suiteVariable]: suite }
}

/** Records a failure when files have no result, whatever the reason: a crashed process, a wrong pattern. */
function checkFiles(stage: string, files: readonly string[], deps: RunDeps): void {
  const records = readJournal(deps.journal).filter((record) => record.kind === 'file')
  const finished = new Set(records.filter((record) => record.stage === stage).map(({ file }) => file))
  const missing = files.filter((file) => !finished.has(file))
  if (missing[0] === undefined) return
  const othersText = missing.length > 1 ? `, as ${missing.length - 1} more` : ''
  recordFailure(stage, missing[0], `was not run${othersText}`, deps)
}

function hasTests(stage: string, { journal }: RunDeps): boolean {
  return readJournal(journal).some((record) => record.kind === 'test' && record.stage === stage)
}

/** Records a failure when a program failed without a failed test. */
function checkExit(program: string, stage: string, code: number, deps: RunDeps): void {
  if (code === 0 || deps.signal.aborted) return
  const hasFailure = readJournal(deps.journal).some(
    (record) => record.kind === 'test' && record.stage === stage && record.state === 'failed',
  )
  if (!hasFailure)
    recordFailure(stage, '', `${program} ended with exit code ${code} without a failed test`, deps)
}

/** True when this check or build passed before the run was continued. */
function isPassed(stage: string, name: string, { passedTests }: RunDeps): boolean {
  return passedTests.some((test) => test.stage === stage && test.titles[0] === name)
}

/** Result of a program that counts as one test of its stage. */
interface ProgramResult {
  stage: string
  name: string
  code: number
  ms: number
}

/** Records a check or the build as one test. */
function recordProgram({ stage, name, code, ms }: ProgramResult, { journal }: RunDeps): void {
  const state = code === 0 ? 'passed' : 'failed'
  appendRecord(journal, { kind: 'test', stage, project: '', file: '', titles: [name], state, ms })
}

/** Records a failure outside of all tests. @param file empty when it concerns the whole stage */
function recordFailure(stage: string, file: string, why: string, { journal }: RunDeps): void {
  const titles = file === '' ? [] : ['the file']
  appendRecord(journal, { kind: 'test', stage, project: stage, file, titles, state: 'failed', ms: 0, why })
}
