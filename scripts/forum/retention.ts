import { parseArgs } from 'node:util'
import { toInstant } from '#contract/time.ts'
import { findCommandDoubt, trustClock } from '#server/db/deletion-clock.ts'
import { findBackupRequirement } from '#server/ops/retention/newest-backup.ts'
import { explainRetainedRows, runRetention } from '#server/ops/retention/run-retention.ts'
import { CommandFailed, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

/** `retention`: erases rows whose retention time is over, as a running server does once a day. */
export const retention: Command = {
  usage: 'npm run forum -- retention [--dry-run] [--trust-clock]',
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        'trust-clock': { type: 'boolean', default: false },
      },
    })
    const isDryRun = values['dry-run']
    await withForum(async ({ db, registry, clock, config }) => {
      const now = clock.now()
      if (values['trust-clock'] && !isDryRun) {
        await trustClock(db.kysely, now)
        console.log(`From now on the clock is believed: it is ${toInstant(now)}.`)
      }
      const doubt = values['trust-clock'] ? undefined : await findCommandDoubt(db, now)
      if (doubt !== undefined && !isDryRun) throw new CommandFailed(`Nothing is deleted: ${doubt}`)
      const { writtenUntil, missingReason } = await findBackupRequirement(
        db.kysely,
        now,
        config.retentionBackupDays,
      )
      const counts = await runRetention({ db, registry, now, writtenUntil }, { isDryRun })
      for (const { rule, rows, retainedRows } of counts)
        console.log(`${rule}: ${rows} rows${retainedRows > 0 ? `, and ${retainedRows} that stay` : ''}`)
      const reason = explainRetainedRows(counts, missingReason)
      if (reason !== undefined) console.log(`! ${reason}`)
      if (doubt !== undefined) console.log(`! Without --dry-run nothing would be deleted: ${doubt}`)
      const total = counts.reduce((sum, { rows }) => sum + rows, 0)
      console.log(isDryRun ? `${total} rows would go. Nothing was changed.` : `${total} rows are gone.`)
    })
  },
}
