import { configureGlobal } from 'fast-check'
import { suiteVariable } from '../../scripts/lib/test-run/journal.ts'

/**
 * Properties see the same inputs in every run of the gate: a change is never refused for what another one left. The full
 * suite and a single file draw new inputs, and fast-check prints the seed of what it finds.
 */
if (process.env[suiteVariable] === 'gate') configureGlobal({ seed: 20230905 })
