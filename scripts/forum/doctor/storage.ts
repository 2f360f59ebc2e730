import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/db/client.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { CommandFailed } from '../command.ts'
import type { Finding } from './report.ts'

const mebibyte = 1024 * 1024
/** Two of the largest uploads with their parts (security.md 12: 100 MB), and as much again for the database. */
const leastFreeBytes = 500 * mebibyte
/** Files that are named; more are counted. */
const namedFiles = 3

/** Writes and takes away a file. @throws when the disk refuses, or is as good as full */
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
  if (freeBytes < leastFreeBytes)
    throw new CommandFailed(`${free}: at least ${leastFreeBytes / mebibyte} MB are needed`)
  return { detail: free }
}

/** Every file has its bytes; bytes that no file needs are told. @throws when a file lost its bytes */
export async function checkFiles(db: Database, storage: FileStorage, folder: string): Promise<Finding> {
  const files = await db.kysely.selectFrom('files').select(['no', 'storage_key', 'size_bytes']).execute()
  const lost: string[] = []
  for (const { no, storage_key: key, size_bytes: size } of files)
    if ((await storage.findSize(key)) !== size) lost.push(no)
  if (lost.length > 0)
    throw new CommandFailed(`${lost.length} of ${files.length} have no bytes, or others: ${name(lost)}`)
  const keys = new Set(files.map((file) => file.storage_key))
  const stored = (await readdir(folder)).filter((entry) => /^[0-9a-f-]{36}$/.test(entry))
  const strangers = stored.filter((key) => !keys.has(key))
  return {
    detail: `${files.length} with their bytes`,
    warnings:
      strangers.length > 0 ? [`${strangers.length} in ${folder} belong to no row: ${name(strangers)}`] : [],
  }
}

function name(all: readonly string[]): string {
  return `${all.slice(0, namedFiles).join(', ')}${all.length > namedFiles ? ', …' : ''}`
}
