import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/db/client.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { findUnknownKeys } from '#server/secrets/key-marks.ts'
import { openSecrets, type Secrets } from '#server/secrets/secrets.ts'
import { CommandFailed } from '../command.ts'
import type { Finding } from './report.ts'

const mebibyte = 1024 * 1024
/** Space for two of the largest uploads (100 MB) with their chunks, and as much for the database. */
const minFreeBytes = 500 * mebibyte
/** Maximum number of files that a line names. */
const maxNamedFiles = 3

/** Writes and deletes a file. @throws when the disk rejects it or is nearly full */
export async function checkFolder(folder: string): Promise<Finding> {
  await mkdir(folder, { recursive: true })
  const probe = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(probe, 'x', { flush: true })
  } finally {
    await rm(probe, { force: true })
  }
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  const free = `${Math.floor(freeBytes / mebibyte)} MB free`
  if (freeBytes < minFreeBytes)
    throw new CommandFailed(`${free}: at least ${minFreeBytes / mebibyte} MB are needed`)
  return { detail: free }
}

/** Checks that every file has its bytes, and warns about unused bytes. @throws when a file lost its bytes */
export async function checkFiles(db: Database, storage: FileStorage, folder: string): Promise<Finding> {
  const files = await db.kysely.selectFrom('files').select(['no', 'storage_key', 'size_bytes']).execute()
  const lostFiles: string[] = []
  for (const { no, storage_key: key, size_bytes: size } of files)
    if ((await storage.findSize(key)) !== size) lostFiles.push(no)
  if (lostFiles.length > 0)
    throw new CommandFailed(
      `${lostFiles.length} of ${files.length} have no bytes, or others: ${formatNames(lostFiles)}`,
    )
  const keys = new Set(files.map((file) => file.storage_key))
  // Files are stored under UUIDs; other names do not belong to the storage.
  const storedKeys = (await readdir(folder)).filter((name) => /^[0-9a-f-]{36}$/.test(name))
  const unusedKeys = storedKeys.filter((key) => !keys.has(key))
  return {
    detail: `${files.length} with their bytes`,
    warnings:
      unusedKeys.length > 0
        ? [`${unusedKeys.length} in ${folder} belong to no row: ${formatNames(unusedKeys)}`]
        : [],
  }
}

function formatNames(names: readonly string[]): string {
  return `${names.slice(0, maxNamedFiles).join(', ')}${names.length > maxNamedFiles ? ', …' : ''}`
}

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

/** Accepts a missing file of keys only while no row was written with keys. */
async function checkMissingFile(file: string, { kysely }: Database): Promise<Finding> {
  const mark = await kysely.selectFrom('key_marks').select('key_id').limit(1).executeTakeFirst()
  if (mark) throw new CommandFailed(`${file} is missing, and what was sealed cannot be opened without it`)
  return { detail: 'made at the first start' }
}
