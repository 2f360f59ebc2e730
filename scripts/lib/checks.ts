import { availableParallelism } from 'node:os'
import type { Processes } from './test-run/processes.ts'

/** A program that checks the sources and reports by its exit code. */
export interface Check {
  name: string
  command: string
  args: readonly string[]
}

/** Type-checks incrementally; the compiler stores its state in a file. */
function typeCheck(folder: string, name: string): Check {
  const stateFile = `node_modules/.cache/tsc/${name}.tsbuildinfo`
  return {
    name: `types of ${name}`,
    command: 'tsc',
    // Checks run in parallel; several checkers each would repeat the same work.
    args: ['-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', stateFile],
  }
}

/**
 * All checks that do not run the product; each counts as one test of `npm test`. They run in parallel, so the longest come
 * first.
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
 * Runs checks in parallel, one per processor, and prints the output of each in one piece.
 * @param report called when a check has ended, except when a signal ended it
 */
export async function runChecks(
  selectedChecks: readonly Check[],
  { processes, signal }: { processes: Processes; signal: AbortSignal },
  report: (check: Check, result: { code: number; ms: number }) => void,
): Promise<void> {
  const pendingChecks = [...selectedChecks]
  const work = async (): Promise<void> => {
    for (let check = pendingChecks.shift(); check && !signal.aborted; check = pendingChecks.shift()) {
      const startMs = performance.now()
      const { code, output } = await processes.run(check.command, check.args, { isCollected: true })
      if (signal.aborted) return
      console.log(`${code === 0 ? '✓' : '✗'} ${check.name}${code === 0 ? '' : `\n${output.trimEnd()}`}`)
      report(check, { code, ms: Math.round(performance.now() - startMs) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), selectedChecks.length) }, work))
}
