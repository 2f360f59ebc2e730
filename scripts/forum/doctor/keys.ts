import { stat } from 'node:fs/promises'
import type { Database } from '#server/db/client.ts'
import { findUnknownKeys } from '#server/secrets/key-marks.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { CommandFailed } from '../command.ts'
import type { Finding } from './report.ts'

/** Permission bits of everybody but the owner. */
const otherUsersMode = 0o077

/** Checks that only the server may read the file of keys, and that this database was written with it. */
export async function checkKeys(file: string, db: Database): Promise<Finding & { secrets?: Secrets }> {
  const fileStats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!fileStats) return checkMissingFile(file, db)
  const mode = fileStats.mode & 0o777
  if ((mode & otherUsersMode) !== 0)
    throw new CommandFailed(
      `others of this machine may use ${file} (mode ${mode.toString(8)}): chmod 600 ${file}`,
    )
  const secrets = await openSecrets(file)
  const unknownKeys = await findUnknownKeys(db.kysely, secrets)
  if (unknownKeys.length > 0)
    throw new CommandFailed(
      `${file} is not the file that this database was written with: what was sealed cannot be opened. Put that file back.`,
    )
  return { secrets, detail: file }
}

async function checkMissingFile(file: string, { kysely }: Database): Promise<Finding> {
  const mark = await kysely.selectFrom('key_marks').select('key_id').limit(1).executeTakeFirst()
  if (mark) throw new CommandFailed(`${file} is missing, and what was sealed cannot be opened without it`)
  return { detail: 'made at the first start' }
}
