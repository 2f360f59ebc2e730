/**
 * `npm run test:full`: every test.
 *   --shard 2/4   runs a part; the parts together are the whole
 *   --resume      continues a run that failed or was cut off: what passed is not run again
 *   --list        prints what belongs to the run, and runs nothing
 */
import { runTestCommand } from './lib/test-run/test-run.ts'

await runTestCommand('full')
