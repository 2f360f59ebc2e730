import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { writeArchive, EmptyDatabaseError, writeBackup } from '#server/ops/backup/write-backup.ts'
import { findPendingMigrations } from '#server/db/migrate.ts'
import { recordBackup } from '#server/ops/retention/newest-backup.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'
import { readProductVersion } from './product-version.ts'

const usage = 'npm run forum -- backup FILE'

/** `backup FILE`: writes rows and uploaded files to one archive, while the server runs. */
export const backup: Command = {
  usage,
  run: async (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [file, ...extraArguments] = positionals
    if (file === undefined || extraArguments.length > 0)
      throw new UsageError('Name the file of the backup.', usage)
    const path = resolve(file)
    const manifest = await withForum(
      async ({ db, registry, storage, clock }) => {
        const product = await readProductVersion()
        const createdAt = toInstant(clock.now())
        const archiveManifest = await writeArchive(path, (pack) =>
          writeBackup(pack, { db, registry, storage, product, createdAt, progress: print }),
        )
        // Before a migration the database may have no audit log yet.
        if ((await findPendingMigrations(db)).length === 0) {
          await recordBackup(db.kysely, createdAt)
          await appendAudit(db.kysely, { at: clock.now(), actorId: null, action: 'backup' })
        }
        return archiveManifest
      },
      { isMigrated: false },
    ).catch((error: unknown) => {
      if (error instanceof EmptyDatabaseError) throw new CommandFailed('There is nothing to back up.')
      const { syscall, message } = error as NodeJS.ErrnoException
      throw syscall === undefined ? error : new CommandFailed(`The backup could not be written: ${message}`)
    })
    if (manifest.files.missing.length > 0)
      console.log(`! ${manifest.files.missing.length} files have no bytes: see above, and run doctor.`)
    console.log(`The backup is in ${path}. The keys in SECRETS_FILE are not: keep them in another place.`)
  },
}

function print(line: string): void {
  console.log(line)
}
