/**
 * `npm test`: installs the system parts that tests need where it can, then runs every suite.
 * The last line is `N passed, N failed` with the true counts; N skipped follows when there are any.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from './lib/build-app.ts'
import { checks } from './lib/checks.ts'
import { run, root } from './lib/run.ts'
import { ensureSystemParts } from './lib/system-parts.ts'
import { addCounts, playwrightCounts, vitestCounts, type Counts } from './lib/test-counts.ts'

const reports = join(root, 'test-results')
await rm(reports, { recursive: true, force: true })

await ensureSystemParts()
let counts: Counts = { passed: 0, failed: 0, skipped: 0 }

for (const check of checks) {
  const code = await run(check.command, check.args)
  console.log(`${code === 0 ? '✓' : '✗'} ${check.name}`)
  counts = addCounts(counts, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
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
counts = addCounts(counts, await vitestCounts(vitestReport, vitestCode))

const playwrightReport = join(reports, 'playwright.json')
const playwrightCode = await run('playwright', ['test', '--reporter=line,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
})
counts = addCounts(counts, await playwrightCounts(playwrightReport, playwrightCode))

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exitCode = counts.failed === 0 ? 0 : 1
