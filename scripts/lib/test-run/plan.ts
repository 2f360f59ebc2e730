import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { secondsOfFiles } from '../../../tests/support/longest-first.ts'
import { root } from '../run.ts'
import type { FileRecord, JournalRecord, RunRecord, TestRecord } from './journal.ts'
import { listStageFiles, stages, type Stage } from './stages.ts'

/** Work of a run in a stage. */
export interface StagePlan {
  stage: Stage
  /** Files to run; empty for a stage without files. */
  files: readonly string[]
  /** False when a shard builds for its own tests only; another shard counts the build. */
  isCounted: boolean
}

/** A file or a stage without files: shards do not divide it. */
export interface Unit {
  stage: Stage
  /** Path relative to the project's folder; empty for a stage without files. */
  file: string
  /** Estimated duration. */
  seconds: number
}

/**
 * Lists all units of a run, in the order of the stages.
 * @param paths names of stages, or substrings of paths; all units when empty
 */
export function listUnits(paths: readonly string[] = []): Unit[] {
  const units = stages.flatMap((stage) => {
    if (stage.files.length === 0) return [{ stage, file: '', seconds: stage.secondsPerTest }]
    return listStageFiles(stage).map((file) => ({ stage, file, seconds: estimateSeconds(stage, file) }))
  })
  return units.filter((unit) => paths.length === 0 || paths.some((path) => matches(unit, path)))
}

/** True for a unit of the named stage, or whose path contains the text when no stage has this name. */
function matches({ stage, file }: Unit, nameOrPath: string): boolean {
  const isStage = stages.some(({ name }) => name === nameOrPath)
  return isStage ? stage.name === nameOrPath : file.includes(nameOrPath)
}

/**
 * Chooses the units of a shard: the longest unit first, each for the shard that has least to do so far. Each unit belongs to
 * exactly one shard on every machine, and shards take about the same time.
 * @returns the units in their order
 */
export function chooseUnits(units: readonly Unit[], shard: Shard | undefined): Unit[] {
  if (!shard) return [...units]
  const loads = Array.from({ length: shard.count }, () => 0)
  const shardUnits = new Set<Unit>()
  for (const unit of units.toSorted((first, second) => second.seconds - first.seconds)) {
    const lightestShard = loads.indexOf(Math.min(...loads))
    loads[lightestShard] = (loads[lightestShard] ?? 0) + unit.seconds
    if (lightestShard === shard.index - 1) shardUnits.add(unit)
  }
  return units.filter((unit) => shardUnits.has(unit))
}

/** Orders units by stage, and adds the build when a stage needs it. */
export function planStages(units: readonly Unit[]): StagePlan[] {
  const needsBuild = units.some(({ stage }) => stage.needsBuild)
  return stages.flatMap((stage): StagePlan[] => {
    const stageUnits = units.filter((unit) => unit.stage === stage)
    if (stageUnits.length > 0)
      return [{ stage, files: stageUnits.map(({ file }) => file).filter(Boolean), isCounted: true }]
    return stage.runner === 'build' && needsBuild ? [{ stage, files: [], isCounted: false }] : []
  })
}

/** Estimates the duration, equally on every machine, because shards must not depend on the machine. */
function estimateSeconds(stage: Stage, file: string): number {
  const measured = secondsOfFiles[file]
  if (measured !== undefined) return measured
  const source = readFileSync(join(root, file), 'utf8')
  return Math.max(1, source.match(/\b(?:test|it)(?:\.each\(.*\))?\(/g)?.length ?? 0) * stage.secondsPerTest
}

/** Part of a run: the `index`th of `count`, counted from 1. */
export interface Shard {
  index: number
  count: number
}

/** The options of a run, from its arguments. */
export interface RunOptions {
  /** The part to run; the whole run when absent. */
  shard?: Shard
  /** True to print the tests instead of running them. */
  isList: boolean
  /** True to continue the last run. */
  isResume: boolean
  /** Names of stages, or substrings of paths: only these run. */
  paths: string[]
}

/**
 * Parses the arguments of `npm test` and `npm run test:full`.
 * @throws Error that says in one line what is wrong
 */
export function parseOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      shard: { type: 'string' },
      list: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
    },
  })
  const options = { isList: values.list, isResume: values.resume, paths: positionals }
  return values.shard === undefined ? options : { ...options, shard: parseShard(values.shard) }
}

function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count) return shard
  throw new Error(`--shard takes a part like 2/4, not ${text}`)
}

/** Plan of a continued run. */
export interface Continuation {
  /** Records that stay valid. */
  retained: JournalRecord[]
  /** The remaining work. */
  plan: StagePlan[]
  /** Passed tests of stages that run again in part: checks, the build, browser tests. */
  passedTests: TestRecord[]
}

/**
 * Explains why a run cannot be continued.
 * @returns one line, or undefined when it can
 */
export function findObstacle(records: readonly JournalRecord[], currentRun: RunRecord): string | undefined {
  const earlierRun = records.find((record) => record.kind === 'run')
  if (!earlierRun) return 'There is no earlier run to continue: start one without --resume.'
  if (earlierRun.suite !== currentRun.suite || earlierRun.part !== currentRun.part)
    return `The last run was another one (${describeRun(earlierRun)}): continue that one, or start without --resume.`
  if (currentRun.sources === '')
    return 'Without git nothing says whether the sources have changed: start a run without --resume.'
  if (earlierRun.sources !== currentRun.sources)
    return 'The sources have changed since the last run: start one without --resume.'
  return undefined
}

/**
 * Divides a run into results of an earlier run and remaining work. Vitest files are retained when all of their tests
 * passed, browser tests one by one, stages without files when they passed.
 */
export function continueRun(records: readonly JournalRecord[], plan: readonly StagePlan[]): Continuation {
  const tests = records.filter((record) => record.kind === 'test')
  const failed = new Set(tests.filter(({ state }) => state === 'failed').map(toKey))
  const finished = new Set(
    records
      .filter((record) => record.kind === 'file')
      .map(toKey)
      .filter((key) => !failed.has(key)),
  )
  const isRetained = (record: JournalRecord): boolean => {
    if (record.kind === 'run' || record.kind === 'stage') return true
    if (record.kind === 'file') return finished.has(toKey(record))
    if (record.state === 'failed') return false
    const runner = plan.find(({ stage }) => stage.name === record.stage)?.stage.runner
    return runner === 'vitest' ? finished.has(toKey(record)) : canBeNamed(record)
  }
  const retained = records.filter(isRetained)
  return {
    retained,
    plan: plan.flatMap((stagePlan) => {
      if (stagePlan.stage.runner !== 'vitest') return [stagePlan]
      const files = stagePlan.files.filter(
        (file) => !finished.has(toKey({ stage: stagePlan.stage.name, file })),
      )
      return files.length > 0 ? [{ ...stagePlan, files }] : []
    }),
    passedTests: retained.filter((record) => record.kind === 'test'),
  }
}

/** True when a list for Playwright can name the test: such lists separate titles by `›` and trim them. */
function canBeNamed({ titles }: TestRecord): boolean {
  return !titles.some((title) => title.includes('›') || title !== title.trim())
}

/** Identifies a file of a run; the stages without files have an empty one. */
function toKey({ stage, file }: Pick<TestRecord | FileRecord, 'stage' | 'file'>): string {
  return `${stage} ${file}`
}

function describeRun({ suite, part }: RunRecord): string {
  return `${suite}${part ? `, ${part}` : ''}`
}
