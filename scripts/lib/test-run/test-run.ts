import { join } from 'node:path'
import { root } from '../run.ts'
import { readJournal, writeJournal, type RunRecord } from './journal.ts'
import { parseOptions, type RunOptions } from './options.ts'
import { formatList, listTests } from './list.ts'
import { chooseUnits, listUnits, planStages, type StagePlan } from './plan.ts'
import { claimProject, createProcesses, endLeftovers, findRunOf } from './processes.ts'
import { formatReport, summarize } from './report.ts'
import {
  createRequirementDeps,
  ensureRequirements,
  listFullDisks,
  measureFolders,
  tryInstallShell,
} from './requirements.ts'
import { continueRun, findObstacle, type Continuation } from './resume.ts'
import { runStages } from './run-stages.ts'
import { endOnSignals, interruptedCode } from './signals.ts'
import { hashSources } from './sources.ts'

const journal = join(root, 'test-results', 'journal.jsonl')

/** What must be left at the end of a run, or its failures are the disk's. */
const fullBytes = 100e6

/**
 * Runs the gate or everything, as the arguments of the process say, prints where the time went, what failed and the
 * counts, and sets the exit code. What prevents a run is said in one line.
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

async function runTests(suite: RunRecord['suite'], options: RunOptions): Promise<number> {
  const run: RunRecord = { kind: 'run', suite, part: describePart(options), sources: hashSources() }
  const obstacle = options.isResume ? findObstacle(readJournal(journal), run) : undefined
  if (obstacle !== undefined) throw new Error(obstacle)
  const other = findRunOf(root)
  if (other !== undefined)
    throw new Error(`Another run of the tests is going on here (process ${other}): wait for it, or end it.`)
  for (const { pid, command } of endLeftovers())
    console.log(`Ended what an earlier run left: ${command} (${pid})`)

  const { kept, plan, passedTests } = prepare(run, options)
  const processes = createProcesses()
  claimProject(processes, root)
  writeJournal(journal, kept)
  const controller = endOnSignals(processes)
  try {
    const requirements = createRequirementDeps(processes)
    await ensureRequirements(requirements)
    await tryInstallShell(requirements)
    await runStages(plan, { processes, journal, suite, passedTests, signal: controller.signal })
  } finally {
    await processes.end()
  }
  // Tests that fail for it tell of many things.
  for (const line of listFullDisks(measureFolders(), fullBytes)) console.log(line)
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

function prepare(run: RunRecord, options: RunOptions): Continuation {
  const plan = makePlan(options)
  if (options.isResume) return continueRun(readJournal(journal), plan)
  return { kept: [run], plan, passedTests: [] }
}

function makePlan({ parts, shard }: RunOptions): StagePlan[] {
  const units = chooseUnits(listUnits(parts), shard)
  if (units.length === 0) throw new Error(`No file and no stage is named ${parts.join(' or ')}.`)
  return planStages(units)
}

function describePart({ shard, parts }: RunOptions): string {
  return [...(shard ? [`${shard.index}/${shard.count}`] : []), ...parts].join(' ')
}
