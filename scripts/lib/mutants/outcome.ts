import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant } from './mutant.ts'

/** Result of the tests of a mutant. */
export interface MutantOutcome {
  /** Id of the mutant. */
  id: string
  /** Hash of the mutant: an outcome is valid for exactly this one. */
  hash: string
  /** The suite in which a test failed; `nothing` also when the tests gave no result. */
  caughtBy: 'gate' | 'full' | 'nothing'
  /** The test that failed; absent when none did. */
  test?: string
  /** Why the tests gave no result. */
  problem?: string
  /** Duration of its tests. */
  ms: number
}

/** Minimum share of mutants that the gate must catch; the full suite must catch all. */
const minGateShare = 0.9

/** Hashes a mutant, to detect changes of it. */
export function hashMutant(mutant: Mutant): string {
  // 96 bits of the hash make collisions negligible.
  return createHash('sha256').update(JSON.stringify(mutant)).digest('base64url').slice(0, 16)
}

/** Finds outcomes of an earlier run that are still valid, by the mutants' ids. */
export function findKnownOutcomes(
  mutants: readonly Mutant[],
  outcomes: readonly MutantOutcome[],
): Map<string, MutantOutcome> {
  const hashes = new Set(mutants.map((mutant) => hashMutant(mutant)))
  const validOutcomes = outcomes.filter(({ hash, problem }) => hashes.has(hash) && problem === undefined)
  return new Map(validOutcomes.map((outcome) => [outcome.id, outcome]))
}

/** True when the gate catches nearly all mutants and the full suite, which includes the gate, all. */
export function isEnough(outcomes: readonly MutantOutcome[]): boolean {
  const { byGate, byFull } = countCaught(outcomes)
  return byGate >= Math.ceil(outcomes.length * minGateShare) && byFull === outcomes.length
}

/** Formats the last line: `54 of 60 caught by the gate, 60 of 60 by the full suite`. */
export function formatCounts(outcomes: readonly MutantOutcome[]): string {
  const { byGate, byFull } = countCaught(outcomes)
  const all = outcomes.length
  return `${byGate} of ${all} caught by the gate, ${byFull} of ${all} by the full suite`
}

const tableHeader = ['mutant', 'caught by', 's', 'rule', 'test']

/** Formats the table, one mutant per line. */
export function formatTable(outcomes: readonly MutantOutcome[], mutants: readonly Mutant[]): string {
  const labels = { gate: 'gate', full: 'full suite', nothing: 'NOT CAUGHT' }
  const rows = outcomes.map(({ id, caughtBy, test, problem, ms }) => [
    id,
    labels[caughtBy],
    (ms / 1000).toFixed(1),
    mutants.find((mutant) => mutant.id === id)?.rule ?? '',
    problem ?? test ?? '',
  ])
  return [tableHeader, ...rows]
    .map((row, _index, allRows) =>
      row
        .map((cell, column) => pad(cell, column, allRows))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Pads a cell to the width of its column, except in the last column. */
function pad(cell: string, column: number, rows: readonly string[][]): string {
  const width = Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return column === tableHeader.length - 1 ? cell : cell.padEnd(width)
}

/** Counts the mutants that the gate caught, and those that the gate or the full suite caught. */
function countCaught(outcomes: readonly MutantOutcome[]): { byGate: number; byFull: number } {
  return {
    byGate: outcomes.filter(({ caughtBy }) => caughtBy === 'gate').length,
    byFull: outcomes.filter(({ caughtBy }) => caughtBy !== 'nothing').length,
  }
}

/** Outcomes on disk, so that an interrupted run can continue. */
export interface MutantJournal {
  /** Forgets all outcomes. */
  clear(): void
  append(outcome: MutantOutcome): void
  /** Returns the outcomes of these mutants with the same sources, by id. */
  findKnown(mutants: readonly Mutant[]): Map<string, MutantOutcome>
}

/** A line of the journal. */
interface Line extends MutantOutcome {
  /** Hash of the sources that were tested. */
  sources: string
}

/** Creates the journal in a file of JSON lines. @param sources hash of the current sources */
export function createMutantJournal(path: string, sources: string): MutantJournal {
  return {
    clear() {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '')
    },
    append(outcome) {
      mkdirSync(dirname(path), { recursive: true })
      appendFileSync(path, `${JSON.stringify({ ...outcome, sources } satisfies Line)}\n`)
    },
    findKnown(mutants) {
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      const lines = text.split('\n').flatMap(parseLine)
      return findKnownOutcomes(
        mutants,
        lines.filter((line) => line.sources === sources),
      )
    },
  }
}

/** Skips a line that was truncated while it was written. */
function parseLine(text: string): Line[] {
  try {
    return [JSON.parse(text) as Line]
  } catch {
    return []
  }
}
