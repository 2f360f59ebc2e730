import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.ts'
import {
  createProcesses,
  endLeftovers,
  endOnSignals,
  interruptedCode,
  type Processes,
} from '../test-run/processes.ts'
import { createRequirementDeps, ensureRequirements } from '../test-run/requirements.ts'
import { hashSources } from '../test-run/journal.ts'
import {
  createMutantJournal,
  formatCounts,
  formatTable,
  hashMutant,
  isEnough,
  type MutantOutcome,
} from './outcome.ts'
import { findListProblems, parseTestName, type Mutant } from './mutant.ts'
import { copyProject } from './run-tests.ts'
import { createMutantRun, type MutantRun } from './run-mutants.ts'
import { allMutants } from './rules/index.ts'

/** The flags; scripts/test-mutants.ts explains them. */
interface Options {
  only: string | undefined
  gate: boolean
  unchecked: boolean
  resume: boolean
  list: boolean
}

/** Tries the mutants that the arguments select, prints the table and sets the exit code. */
export async function runMutantsCommand(): Promise<void> {
  try {
    process.exitCode = await runCommand(parseOptions(process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

function parseOptions(args: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, gate: flag, unchecked: flag, resume: flag, list: flag },
  })
  return { ...values, only: values.only }
}

/** Tries the selected mutants, or lists them. @returns the exit code */
async function runCommand(options: Options): Promise<number> {
  const mutants = chooseMutants(options.only)
  const problems = findListProblems(mutants, root, (file) => readFileSync(join(root, file), 'utf8'))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (options.list) {
    for (const { id, rule, gate } of mutants) console.log(`${id}: ${rule}\n    ${gate.join('\n    ')}`)
    return 0
  }
  endLeftovers()
  const processes = createProcesses()
  const controller = endOnSignals(processes)
  try {
    await ensureRequirements(createRequirementDeps(processes))
    const outcomes = await runAll(mutants, options, processes, controller.signal)
    if (controller.signal.aborted) return interruptedCode
    console.log(`\n${formatTable(outcomes, mutants)}\n\n${formatCounts(outcomes)}`)
    return isEnough(outcomes) ? 0 : 1
  } catch (error) {
    if (controller.signal.aborted) return interruptedCode
    throw error
  } finally {
    await processes.end()
  }
}

/** Chooses mutants in the order of trying: browser tests last, so that the app is rebuilt as seldom as possible. */
function chooseMutants(only: string | undefined): Mutant[] {
  const ids = only?.split(',').filter(Boolean)
  const unknownIds = ids?.filter((id) => !allMutants.some((mutant) => mutant.id === id)) ?? []
  if (unknownIds.length > 0) throw new Error(`There is no mutant ${unknownIds.join(', ')}: --list names all.`)
  return allMutants
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .toSorted((mutant, next) => Number(needsBrowser(mutant)) - Number(needsBrowser(next)))
}

function needsBrowser({ gate }: Mutant): boolean {
  return gate.some((name) => parseTestName(name).runner === 'playwright')
}

/** Tries the mutants and records each outcome; with `--resume` only those without a recorded one. */
async function runAll(
  mutants: readonly Mutant[],
  options: Options,
  processes: Processes,
  signal: AbortSignal,
): Promise<MutantOutcome[]> {
  const journal = createMutantJournal(join(root, 'test-results', 'mutants.jsonl'), hashSources())
  const outcomesById = options.resume ? journal.findKnown(mutants) : new Map<string, MutantOutcome>()
  if (!options.resume) journal.clear()
  const pendingMutants = mutants.filter(({ id }) => !outcomesById.has(id))
  const copy = copyProject(join(processes.tempDir, 'project'))
  const run = createMutantRun({ processes, copy, signal, includesFull: !options.gate })
  const failingTests =
    options.unchecked || pendingMutants.length === 0
      ? new Map<string, string>()
      : await checkTests(run, pendingMutants)
  for (const [index, mutant] of pendingMutants.entries()) {
    if (signal.aborted) break
    const outcome = findFailingOutcome(mutant, failingTests) ?? (await run.tryMutant(mutant))
    if (signal.aborted) break
    journal.append(outcome)
    outcomesById.set(mutant.id, outcome)
    const state = outcome.caughtBy === 'nothing' ? 'NOT CAUGHT' : `caught by ${outcome.caughtBy}`
    const seconds = (outcome.ms / 1000).toFixed(1)
    console.log(`${index + 1}/${pendingMutants.length} ${mutant.id}: ${state} (${seconds} s)`)
  }
  return mutants.flatMap(({ id }) => outcomesById.get(id) ?? [])
}

/** Runs the tests on unbroken sources. @returns the problems of those that fail, by their names */
async function checkTests(run: MutantRun, mutants: readonly Mutant[]): Promise<Map<string, string>> {
  console.log('Running the tests without a mutant …')
  const failingTests = await run.checkTests(mutants)
  for (const [name, problem] of failingTests) console.log(`✗ ${name}: ${problem}`)
  return failingTests
}

/** Finds the outcome of a mutant whose tests fail without it: it is not tried, because it would seem to be caught. */
function findFailingOutcome(
  mutant: Mutant,
  failingTests: ReadonlyMap<string, string>,
): MutantOutcome | undefined {
  const name = [...mutant.gate, ...(mutant.full ?? [])].find((file) => failingTests.has(file))
  if (name === undefined) return undefined
  const problem = `fails without the mutant too: ${name}`
  return { id: mutant.id, hash: hashMutant(mutant), caughtBy: 'nothing', problem, ms: 0 }
}
