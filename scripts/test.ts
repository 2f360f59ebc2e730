/**
 * `npm test`: the gate, which decides whether a change lands. Everything but the tests of the full suite: checks, unit
 * tests, component tests, API tests, the build and journeys in the browser. The last line is `N passed, N failed`, with
 * `, N skipped` when there are any. Options as of `npm run test:full`.
 */
import { runTestCommand } from './lib/test-run/test-run.ts'

await runTestCommand('gate')
