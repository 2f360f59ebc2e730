import { configureGlobal } from 'fast-check'
import { suiteVariable } from '../../scripts/lib/test-run/journal.ts'

/**
 * Property tests draw the same inputs in every run of the gate, so that a rare input cannot fail an unrelated change. The
 * full suite and a single file draw new inputs, and fast-check prints the seed of a failure.
 */
if (process.env[suiteVariable] === 'gate') configureGlobal({ seed: 20230905 })
