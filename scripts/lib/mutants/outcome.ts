import { createHash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

/** What the tests said of a mutant. */
export interface MutantOutcome {
  id: string
  /** Hash of the mutant: an outcome holds for exactly this one. */
  hash: string
  caughtBy: 'gate' | 'full' | 'nothing'
  /** The test that failed. */
  test?: string
  /** Why tests could not say anything. */
  problem?: string
  ms: number
}

/** Least share of the mutants that the gate has to catch; the full suite has to catch all. */
const leastGateShare = 0.9

/** Tells a mutant from what it was before somebody changed it. */
export function hashMutant(mutant: Mutant): string {
  return createHash('sha256').update(JSON.stringify(mutant)).digest('base64url').slice(0, 16)
}

/** Outcomes of an earlier run that still hold, by the mutants' ids. */
export function findKnownOutcomes(
  mutants: readonly Mutant[],
  outcomes: readonly MutantOutcome[],
): Map<string, MutantOutcome> {
  const hashes = new Set(mutants.map((mutant) => hashMutant(mutant)))
  const known = outcomes.filter(({ hash, problem }) => hashes.has(hash) && problem === undefined)
  return new Map(known.map((outcome) => [outcome.id, outcome]))
}

/** True when the gate catches nearly all and the full suite, of which the gate is a part, catches all. */
export function isEnough(outcomes: readonly MutantOutcome[]): boolean {
  const { byGate, byFull } = count(outcomes)
  return byGate >= Math.ceil(outcomes.length * leastGateShare) && byFull === outcomes.length
}

/** The last line: `54 of 60 caught by the gate, 60 of 60 by the full suite`. */
export function formatCounts(outcomes: readonly MutantOutcome[]): string {
  const { byGate, byFull } = count(outcomes)
  const all = outcomes.length
  return `${byGate} of ${all} caught by the gate, ${byFull} of ${all} by the full suite`
}

/** The table: a mutant per line. */
export function formatTable(outcomes: readonly MutantOutcome[], mutants: readonly Mutant[]): string {
  const words = { gate: 'gate', full: 'full suite', nothing: 'NOT CAUGHT' }
  const rows = outcomes.map(({ id, caughtBy, test, problem, ms }) => [
    id,
    words[caughtBy],
    (ms / 1000).toFixed(1),
    mutants.find((mutant) => mutant.id === id)?.rule ?? '',
    problem ?? test ?? '',
  ])
  return [['mutant', 'caught by', 's', 'rule', 'test'], ...rows]
    .map((row, _index, all) =>
      row
        .map((cell, column) => pad(cell, column, all))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The last column has no width. */
function pad(cell: string, column: number, rows: readonly string[][]): string {
  const width = Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return column === 4 ? cell : cell.padEnd(width)
}

function count(outcomes: readonly MutantOutcome[]): { byGate: number; byFull: number } {
  return {
    byGate: outcomes.filter(({ caughtBy }) => caughtBy === 'gate').length,
    byFull: outcomes.filter(({ caughtBy }) => caughtBy !== 'nothing').length,
  }
}
