import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant } from './mutant.ts'
import { findKnownOutcomes, type MutantOutcome } from './outcome.ts'

/** Outcomes on disk, so that an interrupted run can continue. */
export interface MutantJournal {
  clear(): void
  append(outcome: MutantOutcome): void
  /** Returns the outcomes of these mutants with the same sources, by id. */
  findKnown(mutants: readonly Mutant[]): Map<string, MutantOutcome>
}

interface Line extends MutantOutcome {
  /** Hash of the sources that were tested. */
  sources: string
}

/** @param sources hash of the current sources */
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
