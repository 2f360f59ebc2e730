/**
 * `npm test`: installs the system parts that tests need where it can, then runs every suite.
 * What failed is named at the end, a line each. The last line is `N passed, N failed` with the true counts; N skipped
 * follows when there are any.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from './lib/build-app.ts'
import { checks } from './lib/checks.ts'
import { run, root } from './lib/run.ts'
import { ensureSystemParts } from './lib/system-parts.ts'
import { addOutcomes, playwrightOutcome, vitestOutcome, type Outcome } from './lib/test-outcome.ts'

const reports = join(root, 'test-results')
await rm(reports, { recursive: true, force: true })

await ensureSystemParts()
let outcome: Outcome = { passed: 0, skipped: 0, failed: [], flaky: [] }

for (const check of checks) {
  const code = await run(check.command, check.args)
  console.log(`${code === 0 ? '✓' : '✗'} ${check.name}`)
  outcome = addOutcomes(outcome, {
    passed: code === 0 ? 1 : 0,
    skipped: 0,
    failed: code === 0 ? [] : [check.name],
    flaky: [],
  })
}

console.log('Building the app …')
await buildApp()

const vitestReport = join(reports, 'vitest.json')
const vitestCode = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
])
outcome = addOutcomes(outcome, await vitestOutcome(vitestReport, vitestCode))

const playwrightReport = join(reports, 'playwright.json')
const playwrightCode = await run('playwright', ['test', '--reporter=line,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
})
outcome = addOutcomes(outcome, await playwrightOutcome(playwrightReport, playwrightCode))

for (const name of outcome.flaky) console.log(`≈ passed at its second try: ${name}`)
for (const failure of outcome.failed) console.log(`✗ ${failure}`)
const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''
console.log(`${outcome.passed} passed, ${outcome.failed.length} failed${skipped}`)
process.exitCode = outcome.failed.length === 0 ? 0 : 1
