/**
 * `npm run test:mutants`: proves that the tests notice when a rule of the product is broken. Each mutant breaks one rule
 * in a copy of the project; the tests that it names are run there, those of the gate first. At the end a table, and in the
 * last line `N of 60 caught by the gate, N of 60 by the full suite`; the exit code is 0 when the gate catches nine of ten
 * and the full suite all.
 *   --only a,b      tries these mutants
 *   --gate          leaves out the tests that only the full suite runs
 *   --unchecked     does not run the tests without a mutant first
 *   --resume        continues a run: what was tried with the same sources is not tried again
 *   --list          prints the mutants, and runs nothing
 */
import { runMutantsCommand } from './lib/mutants/command.ts'

await runMutantsCommand()
