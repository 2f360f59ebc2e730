import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { secondsOfFiles } from '../../../tests/support/longest-first.ts'
import type { Shard } from './options.ts'
import { listStageFiles, stages, type Stage } from './stages.ts'

/** Work of a run in a stage. */
export interface StagePlan {
  stage: Stage
  files: readonly string[]
  /** False when a shard builds for its own tests only; another shard counts the build. */
  isCounted: boolean
}

/** A file or a stage without files: shards do not divide it. */
export interface Unit {
  stage: Stage
  file: string
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

function matches({ stage, file }: Unit, nameOrPath: string): boolean {
  const isStage = stages.some(({ name }) => name === nameOrPath)
  return isStage ? stage.name === nameOrPath : file.includes(nameOrPath)
}

/**
 * Chooses the units of a shard. Each unit belongs to exactly one shard on every machine, and shards take about the
 * same time.
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
