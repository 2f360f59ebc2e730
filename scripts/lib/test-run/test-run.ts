import { join } from 'node:path'
import { root } from '../run.ts'
import { readJournal, writeJournal, type RunRecord, hashSources } from './journal.ts'
import {
  parseOptions,
  chooseUnits,
  listUnits,
  planStages,
  type StagePlan,
  continueRun,
  findObstacle,
  type Continuation,
  type RunOptions,
} from './plan.ts'
import { formatList, listTests } from './list.ts'
import {
  claimProject,
  createProcesses,
  endLeftovers,
  findRun,
  endOnSignals,
  interruptedCode,
} from './processes.ts'
import { formatReport, summarize } from './report.ts'
import {
  createRequirementDeps,
  ensureRequirements,
  listFullDisks,
  measureFolders,
  tryInstallShell,
} from './requirements.ts'
import { runStages } from './run-stages.ts'

const journal = join(root, 'test-results', 'journal.jsonl')

/** Free bytes that must remain at the end of a run; with less, the full disk may have caused failures. */
const minFreeBytes = 100e6

/**
 * Runs the gate or the full suite by the process's arguments, prints durations, failures and counts, and sets the exit
 * code. Prints one line when the run cannot start.
 */
export async function runTestCommand(suite: RunRecord['suite']): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2))
    process.exitCode = options.isList ? await printList(suite, options) : await runTests(suite, options)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** Runs the suite, or the rest of it, and prints the report. @returns the exit code */
async function runTests(suite: RunRecord['suite'], options: RunOptions): Promise<number> {
  const run: RunRecord = { kind: 'run', suite, part: describePart(options), sources: hashSources() }
  const obstacle = options.isResume ? findObstacle(readJournal(journal), run) : undefined
  if (obstacle !== undefined) throw new Error(obstacle)
  const otherRunPid = findRun(root)
  if (otherRunPid !== undefined)
    throw new Error(
      `Another run of the tests is going on here (process ${otherRunPid}): wait for it, or end it.`,
    )
  for (const { pid, command } of endLeftovers())
    console.log(`Ended what an earlier run left: ${command} (${pid})`)

  const { retained, plan, passedTests } = prepareRun(run, options)
  const processes = createProcesses()
  claimProject(processes, root)
  writeJournal(journal, retained)
  const controller = endOnSignals(processes)
  try {
    const requirements = createRequirementDeps(processes)
    await ensureRequirements(requirements)
    await tryInstallShell(requirements)
    await runStages(plan, { processes, journal, suite, passedTests, signal: controller.signal })
  } finally {
    await processes.end()
  }
  // A full disk makes tests fail with misleading errors.
  for (const line of listFullDisks(measureFolders(), minFreeBytes)) console.log(line)
  const summary = summarize(readJournal(journal))
  console.log(formatReport(summary, controller.signal.aborted))
  if (controller.signal.aborted) return interruptedCode
  return summary.counts.failed === 0 ? 0 : 1
}

async function printList(suite: RunRecord['suite'], options: RunOptions): Promise<number> {
  const processes = createProcesses()
  endOnSignals(processes)
  try {
    console.log(formatList(suite, await listTests(makePlan(options), processes)))
    return 0
  } finally {
    await processes.end()
  }
}

/** Plans a new run, or what remains of the last one. */
function prepareRun(run: RunRecord, options: RunOptions): Continuation {
  const plan = makePlan(options)
  if (options.isResume) return continueRun(readJournal(journal), plan)
  return { retained: [run], plan, passedTests: [] }
}

/** Plans the selected part of the suite. @throws Error when nothing is selected */
function makePlan({ paths, shard }: RunOptions): StagePlan[] {
  const units = chooseUnits(listUnits(paths), shard)
  if (units.length === 0) throw new Error(`No file and no stage is named ${paths.join(' or ')}.`)
  return planStages(units)
}

/** Describes the part of the suite that the arguments select; empty for the whole. */
function describePart({ shard, paths }: RunOptions): string {
  return [...(shard ? [`${shard.index}/${shard.count}`] : []), ...paths].join(' ')
}
