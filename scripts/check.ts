/** `npm run check`: formatting, lint, types, locales, and unit tests, which include the import directions. */
import { checks, runChecks } from './lib/checks.ts'
import { createProcesses, endOnSignals, interruptedCode } from './lib/test-run/processes.ts'

const processes = createProcesses()
const { signal } = endOnSignals(processes)
const failed: string[] = []
await runChecks(checks, { processes, signal }, ({ name }, { code }) => {
  if (code !== 0) failed.push(name)
})
if (!signal.aborted) {
  const { code } = await processes.run('vitest', [
    'run',
    '--project',
    'unit',
    '--project',
    'app*',
    '--reporter=minimal',
  ])
  if (code !== 0) failed.push('unit tests')
}
await processes.end()
if (failed.length > 0) console.log(`✗ ${failed.join(', ')}`)
process.exitCode = signal.aborted ? interruptedCode : Math.min(failed.length, 1)
