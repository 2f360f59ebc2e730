import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fullTag } from '../../../tests/support/marks.ts'
import { root } from '../run.ts'
import {
  journalVariable,
  readJournal,
  stageVariable,
  writeJournal,
  type TestRecord,
} from '../test-run/journal.ts'
import type { Processes } from '../test-run/processes.ts'
import type { TestName } from './mutant.ts'

/** Suite of a file: only the gate's tests, or all. */
export type Suite = 'gate' | 'full'

/** Result of the tests of a name. */
export interface TestResult {
  /** Failed tests; only the first when the run ended at it. */
  failures: readonly TestRecord[]
  /** Number of tests that passed. */
  passedCount: number
  /** Why there is no result. */
  problem?: string
}

/** Dependencies of running tests in a copy. */
export interface RunTestsDeps {
  processes: Processes
  copy: ProjectCopy
}

/** Lines of output shown for a program that could not run. */
const maxOutputLines = 12

/** Folder of the reporters, relative to the copy. */
const reporters = './scripts/lib/test-run'

/** Runs the tests of a name in the copy, up to the first failure. */
export async function runTests(name: TestName, suite: Suite, deps: RunTestsDeps): Promise<TestResult> {
  const { file, project, title } = name
  if (name.runner === 'playwright') {
    const titles = title ? ['--grep', escapePattern(title)] : []
    return run(playwright(suite, [file, '--project', project, '-x', ...titles]), deps)
  }
  const titles = title ? ['-t', escapePattern(title)] : []
  return run(vitest(suite, [file, '--bail=1', ...titles]), deps)
}

/** Runs whole files of Vitest's in the copy. */
export async function runFiles(
  files: readonly string[],
  suite: Suite,
  deps: RunTestsDeps,
): Promise<TestResult> {
  return run(vitest(suite, files), deps)
}

/** Runs a test runner in the copy and reads its results from a journal of its own. */
async function run([command, ...args]: readonly string[], deps: RunTestsDeps): Promise<TestResult> {
  const { processes, copy } = deps
  const journal = join(copy.folder, 'test-results', 'journal.jsonl')
  writeJournal(journal, [])
  const { code, output } = await processes.run(command ?? '', args, {
    cwd: copy.folder,
    env: { [journalVariable]: journal, [stageVariable]: 'mutants' },
    isCollected: true,
  })
  return toResult(
    readJournal(journal).filter((record) => record.kind === 'test'),
    code,
    output,
  )
}

/**
 * Converts the records of the reporters to a result. A file that does not load, or a program that crashes, proves
 * nothing: such a mutant must be corrected.
 */
export function toResult(records: readonly TestRecord[], code: number, output: string): TestResult {
  const passedCount = records.filter(({ state }) => state === 'passed').length
  const failed = records.filter(({ state }) => state === 'failed')
  const failures = failed.filter((record) => !isFileFailure(record))
  const fileFailure = failed.find(isFileFailure)
  if (failures.length > 0) return { failures, passedCount }
  const problem = fileFailure
    ? `${fileFailure.file} ${fileFailure.titles.join(' › ')}: ${fileFailure.why ?? ''}`
    : findProblem(passedCount, code, output)
  return { failures, passedCount, ...(problem !== undefined && { problem }) }
}

/** Finds why a run without a failed test proves nothing: the end of a failed program's output, or that no test was run. */
function findProblem(passedCount: number, code: number, output: string): string | undefined {
  if (code !== 0) return output.trim().split('\n').slice(-maxOutputLines).join('\n')
  return passedCount > 0 ? undefined : 'no test was run'
}

/** Returns whether a record is a failure outside of all tests, as the reporters write it. */
function isFileFailure({ titles }: TestRecord): boolean {
  return titles.length === 1 && (titles[0] === 'the file' || titles[0] === 'outside of all tests')
}

/** Builds the command that runs Vitest with a suite's tests. */
function vitest(suite: Suite, args: readonly string[]): string[] {
  const filter = suite === 'gate' ? ['--tags-filter', `!${fullTag}`] : []
  return ['vitest', 'run', ...args, ...filter, `--reporter=${reporters}/vitest-reporter.ts`]
}

/** Builds the command that runs Playwright with a suite's tests. */
function playwright(suite: Suite, args: readonly string[]): string[] {
  const filter = suite === 'gate' ? ['--grep-invert', `@${fullTag}\\b`] : []
  return [
    'playwright',
    'test',
    ...args,
    ...filter,
    '--trace=off',
    `--reporter=${reporters}/playwright-reporter.ts`,
  ]
}

/** Escapes a title, which the runners take as a regular expression. */
function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}

/** A copy of the project in which mutants are applied. */
export interface ProjectCopy {
  folder: string
  /** Reads a file. @param file path relative to the folder */
  read(file: string): string
  /** Replaces a file. @param file path relative to the folder */
  write(file: string, text: string): void
}

/**
 * Copies the project's files except ignored ones, and links the packages. The folder of the packages is a real one, so
 * that caches in it belong to the copy.
 */
export function copyProject(folder: string): ProjectCopy {
  for (const file of listFiles()) {
    // The file was removed but not yet committed.
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  const packages = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(packages))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
  }
}

/** Removes the build of a copy. */
export function removeBuild({ folder }: ProjectCopy): void {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
}

/** Lists the project's files that git does not ignore, committed or not. */
function listFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const gitResult = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (gitResult.status !== 0) throw new Error(`git cannot list the sources: ${gitResult.stderr}`)
  return gitResult.stdout.split('\0').filter(Boolean)
}
