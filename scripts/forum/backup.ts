import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { findPendingMigrations } from '#server/db/migrate.ts'
import { InvalidArchiveError } from '#server/ops/backup/format.ts'
import { DatabaseNotEmptyError, restoreBackup } from '#server/ops/backup/restore-backup.ts'
import { EmptyDatabaseError, writeArchive, writeBackup } from '#server/ops/backup/write-backup.ts'
import { recordBackup } from '#server/ops/retention/newest-backup.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

const backupUsage = 'npm run forum -- backup FILE'

/** `backup FILE`: writes rows and uploaded files to one archive, while the server runs. */
export const backup: Command = {
  usage: backupUsage,
  run: async (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [file, ...extraArguments] = positionals
    if (file === undefined || extraArguments.length > 0)
      throw new UsageError('Name the file of the backup.', backupUsage)
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
      // A backup before an update must have the tables as they are.
      { shouldMigrate: false },
    ).catch((error: unknown) => {
      if (error instanceof EmptyDatabaseError) throw new CommandFailed('There is nothing to back up.')
      // Only errors of the file system name a system call.
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

const restoreUsage = 'npm run forum -- restore FILE [--replace]'

/** `restore FILE`: restores a backup into an empty database, or replaces the data with `--replace`. */
export const restore: Command = {
  usage: restoreUsage,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...extraArguments] = positionals
    if (file === undefined || extraArguments.length > 0)
      throw new UsageError('Name the file of the backup.', restoreUsage)
    const manifest = await withForum(
      ({ db, registry, storage, clock }) =>
        restoreBackup(resolve(file), {
          db,
          registry,
          storage,
          canReplace: values.replace,
          now: clock.now(),
          progress: (line) => console.log(line),
        }),
      // `restoreBackup` creates the tables of the backup's version first.
      { shouldMigrate: false },
    ).catch((error: unknown) => {
      throw toCommandError(error, file)
    })
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored: ${rows} rows and ${manifest.files.count} files of ${manifest.createdAt}.`)
    console.log('Everybody signs in again. Run doctor: it says whether SECRETS_FILE fits this data.')
  },
}

/** Converts the errors that an operator can resolve; others pass through. */
function toCommandError(error: unknown, file: string): unknown {
  if (error instanceof InvalidArchiveError)
    return new CommandFailed(`Nothing was restored: ${error.message}.`)
  if (error instanceof DatabaseNotEmptyError)
    return new CommandFailed(
      `Nothing was restored: the database is not empty (${error.message}). --replace takes away what is there.`,
    )
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC')
    return new CommandFailed(`Nothing was restored from ${file}: ${message}`)
  return error
}

const packageFile = new URL('../../package.json', import.meta.url)

/** Reads the version from package.json. */
export async function readProductVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  return version
}
