import { parseArgs } from 'node:util'
import { runRetention } from '#server/retention/run-retention.ts'
import type { Command } from './command.ts'
import { withForum } from './open-forum.ts'

/** `retention`: takes away what has been kept long enough, as a running server does once a day. */
export const retention: Command = {
  usage: 'npm run forum -- retention [--dry-run]',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } })
    const isDryRun = values['dry-run']
    const counts = await withForum(({ db, registry, clock }) =>
      runRetention({ db, registry, now: clock.now() }, { isDryRun }),
    )
    for (const { rule, rows } of counts) console.log(`${rule}: ${rows} rows`)
    const total = counts.reduce((sum, { rows }) => sum + rows, 0)
    console.log(isDryRun ? `${total} rows would go. Nothing was changed.` : `${total} rows are gone.`)
  },
}
