/** `npm run check`: formatting, lint, types, locales, architecture and unit tests. */
import { checks } from './lib/checks.ts'
import { run } from './lib/run.ts'

let failed = 0
for (const check of checks) {
  const code = await run(check.command, check.args)
  console.log(`${code === 0 ? '✓' : '✗'} ${check.name}`)
  if (code !== 0) failed += 1
}
if ((await run('vitest', ['run', '--project', 'unit', '--project', 'app'])) !== 0) failed += 1
process.exitCode = failed === 0 ? 0 : 1
