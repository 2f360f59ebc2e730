import { availableParallelism } from 'node:os'
import type { Processes } from './test-run/processes.ts'

/** A program whose exit code is a verdict on the sources. */
export interface Check {
  name: string
  command: string
  args: readonly string[]
}

/** Type-checks what changed since the last time; the compiler keeps what it knows in a file. */
function typeCheck(folder: string, name: string): Check {
  const known = `node_modules/.cache/tsc/${name}.tsbuildinfo`
  return {
    name: `types of ${name}`,
    command: 'tsc',
    // Checks run beside each other: several checkers each would work out the same types several times.
    args: ['-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', known],
  }
}

/**
 * Everything that is checked without running the product; each counts as one test of `npm test`. What takes longest comes
 * first: two run at the same time.
 */
export const checks: readonly Check[] = [
  { name: 'lint', command: 'oxlint', args: ['--type-aware'] },
  typeCheck('tests', 'tests'),
  typeCheck('server', 'server'),
  typeCheck('.', 'src'),
  typeCheck('contract', 'contract'),
  typeCheck('sw', 'sw'),
  { name: 'formatting', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'locales', command: 'node', args: ['scripts/check-locales.ts'] },
]

/**
 * Runs checks beside each other, as many as there are processors, and prints each with what it found in one piece.
 * @param report is called when a check has ended; not for those that a signal ended
 */
export async function runChecks(
  wanted: readonly Check[],
  { processes, signal }: { processes: Processes; signal: AbortSignal },
  report: (check: Check, result: { code: number; ms: number }) => void,
): Promise<void> {
  const waiting = [...wanted]
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check && !signal.aborted; check = waiting.shift()) {
      const startMs = performance.now()
      const { code, output } = await processes.run(check.command, check.args, { isCollected: true })
      if (signal.aborted) return
      console.log(`${code === 0 ? '✓' : '✗'} ${check.name}${code === 0 ? '' : `\n${output.trimEnd()}`}`)
      report(check, { code, ms: Math.round(performance.now() - startMs) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), wanted.length) }, work))
}
