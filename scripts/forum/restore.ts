import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { InvalidArchiveError } from '#server/ops/backup/format.ts'
import { DatabaseNotEmptyError, restoreBackup } from '#server/ops/backup/restore-backup.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

const usage = 'npm run forum -- restore FILE [--replace]'

/** `restore FILE`: restores a backup into an empty database, or replaces the data with `--replace`. */
export const restore: Command = {
  usage,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...extraArguments] = positionals
    if (file === undefined || extraArguments.length > 0)
      throw new UsageError('Name the file of the backup.', usage)
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
      { isMigrated: false },
    ).catch((error: unknown) => {
      throw toCommandError(error, file)
    })
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored: ${rows} rows and ${manifest.files.count} files of ${manifest.createdAt}.`)
    console.log('Everybody signs in again. Run doctor: it says whether SECRETS_FILE fits this data.')
  },
}

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
