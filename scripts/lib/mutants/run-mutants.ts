import { hashMutant, type MutantOutcome } from './outcome.ts'
import { applyMutant, parseTestName, type Mutant, type TestName } from './mutant.ts'
import {
  removeBuild,
  runFiles,
  runTests,
  type RunTestsDeps,
  type Suite,
  type TestResult,
} from './run-tests.ts'

/** Dependencies of a mutant run. */
export interface MutantRunDeps extends RunTestsDeps {
  /** Ends the run between two programs. */
  signal: AbortSignal
  /** Also tries the tests that only the full suite runs, where those of the gate pass. */
  includesFull: boolean
}

/** Tries mutants in a copy, one after the other. */
export interface MutantRun {
  /**
   * Runs the tests of the mutants on unbroken sources. A test that fails then proves nothing.
   * @returns problems by the names of the tests
   */
  checkTests(mutants: readonly Mutant[]): Promise<Map<string, string>>
  /** Applies a mutant, runs its tests, and puts the source back. */
  tryMutant(mutant: Mutant): Promise<MutantOutcome>
}

/** Matches files that the browser tests see only after a build. */
const buildSources = /^(src|sw|contract|locales|public)\/|^(index\.html|vite\.config\.ts)$/

/** Creates the run of mutants in a copy of the project. */
export function createMutantRun(deps: MutantRunDeps): MutantRun {
  const { copy, signal } = deps
  const builder = createBuilder(deps)

  /** Runs tests one after the other until one fails. @param builtMutant see `createBuilder` */
  const runTestsByName = async (
    names: readonly string[],
    suite: Suite,
    builtMutant: string,
  ): Promise<TestResult> => {
    let lastResult: TestResult = { failures: [], passedCount: 0, problem: 'no test was run' }
    for (const name of names.map(parseTestName)) {
      if (signal.aborted) return lastResult
      if (name.runner === 'playwright') await builder.build(builtMutant)
      lastResult = await runTests(name, suite, deps)
      if (!hasPassed(lastResult)) return lastResult
    }
    return lastResult
  }

  return {
    async checkTests(mutants) {
      const gate = unique(mutants.flatMap((mutant) => mutant.gate))
      const full = deps.includesFull ? unique(mutants.flatMap((mutant) => mutant.full ?? [])) : []
      const problems = new Map<string, string>()
      for (const [suite, names] of [
        ['gate', gate],
        ['full', full],
      ] as const) {
        const files = names.filter((name) => isVitestFile(parseTestName(name)))
        const result = files.length > 0 ? await runFiles(files, suite, deps) : undefined
        for (const name of names) {
          const problem = files.includes(name)
            ? describeFile(name, result)
            : describe(await runTestsByName([name], suite, ''))
          if (problem !== undefined) problems.set(name, problem)
        }
      }
      return problems
    },
    async tryMutant(mutant) {
      const startMs = performance.now()
      const source = copy.read(mutant.file)
      const builtMutant = buildSources.test(mutant.file) ? mutant.id : ''
      const attempts: [MutantOutcome['caughtBy'], TestResult][] = []
      copy.write(mutant.file, applyMutant(source, mutant))
      try {
        attempts.push(['gate', await runTestsByName(mutant.gate, 'gate', builtMutant)])
        // The gate's files once more: the full suite also runs their tests that the gate leaves out.
        const names = [...mutant.gate, ...(mutant.full ?? [])]
        if (deps.includesFull && hasPassed(attempts[0]?.[1]))
          attempts.push(['full', await runTestsByName(names, 'full', builtMutant)])
      } finally {
        copy.write(mutant.file, source)
      }
      return { ...toOutcome(mutant, attempts), ms: Math.round(performance.now() - startMs) }
    },
  }
}

/** Derives the outcome: the first suite with a failed test has caught the mutant. */
function toOutcome(
  mutant: Mutant,
  attempts: readonly [MutantOutcome['caughtBy'], TestResult][],
): Omit<MutantOutcome, 'ms'> {
  const catchingAttempt = attempts.find(([, { failures }]) => failures.length > 0)
  const problem = attempts.find(([, result]) => result.problem !== undefined)?.[1].problem
  return {
    id: mutant.id,
    hash: hashMutant(mutant),
    caughtBy: catchingAttempt?.[0] ?? 'nothing',
    ...(catchingAttempt && { test: formatTest(catchingAttempt[1]) }),
    ...(!catchingAttempt && problem !== undefined && { problem }),
  }
}

/** Builds the app for the browser tests when the build is missing. */
function createBuilder({ processes, copy }: RunTestsDeps) {
  let builtMutant: string | undefined
  return {
    /** @param mutant id of the mutant in the sources of the build; empty for none */
    async build(mutant: string): Promise<void> {
      if (builtMutant === mutant) return
      builtMutant = undefined
      removeBuild(copy)
      const { code, output } = await processes.run(process.execPath, ['scripts/build.ts'], {
        cwd: copy.folder,
        isCollected: true,
      })
      if (code !== 0) throw new Error(`The build failed:\n${output}`)
      builtMutant = mutant
    },
  }
}

/** Describes why a test that must pass has not passed. @returns undefined when it has */
function describe(result: TestResult): string | undefined {
  const [failed] = result.failures
  return failed ? `${formatTest(result)}: ${failed.why ?? ''}` : result.problem
}

/** Describes one file of several. A failure beside the tests is reported for each. */
function describeFile(file: string, result: TestResult | undefined): string | undefined {
  if (!result || result.failures.length === 0) return result?.problem
  const failures = result.failures.filter((failure) => failure.file === file)
  return describe({ ...result, failures })
}

function formatTest({ failures: [failed] }: TestResult): string {
  return failed ? `${failed.file} › ${failed.titles.join(' › ')}` : ''
}

const hasPassed = (result: TestResult | undefined): boolean =>
  result !== undefined && result.failures.length === 0 && result.problem === undefined

/** True for names of whole Vitest files, which run together. */
const isVitestFile = ({ runner, title }: TestName): boolean => runner === 'vitest' && title === ''

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
