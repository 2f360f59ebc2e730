import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { onTestFinished } from 'vitest'
import { manifestEntryName, type ArchiveManifest } from '#server/ops/backup/format.ts'
import type { Database } from '#server/db/client.ts'
import { openDatabase } from '#server/db/client.ts'
import { runCommand } from './command.ts'
import { makePlace, type DataPlace } from './databases.ts'

/** An entry of an archive, in memory. */
export interface PlainEntry {
  name: string
  bytes: Buffer
  type?: 'file' | 'symlink' | 'directory'
  linkname?: string
}

/** Reads all entries of an archive. */
export async function readEntries(file: string): Promise<PlainEntry[]> {
  const tar = extract()
  const source = pipeline(createReadStream(file), tar)
  const entries: PlainEntry[] = []
  for await (const entry of tar) entries.push({ name: entry.header.name, bytes: await buffer(entry) })
  await source
  return entries
}

/** Writes an archive with arbitrary entries, as an attacker may. */
export async function writeEntries(file: string, entries: readonly PlainEntry[]): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createWriteStream(file))
  for (const { name, bytes, type = 'file', linkname } of entries)
    tar.entry({ name, type, ...(linkname !== undefined && { linkname }) }, bytes)
  tar.finalize()
  await written
}

/** Backs up a place by the command. @returns the archive's manifest */
export async function backUp(place: DataPlace, file: string): Promise<ArchiveManifest> {
  const end = await runCommand(place, ['backup', file])
  if (end.code !== 0) throw new Error(`backup: ${end.stdout}${end.stderr}`)
  const manifest = (await readEntries(file)).find(({ name }) => name === manifestEntryName)
  return JSON.parse(String(manifest?.bytes)) as ArchiveManifest
}

/** Creates an empty place that is deleted after the test. */
export async function emptyPlace(dialect: Database['dialect']): Promise<DataPlace> {
  const place = await makePlace(dialect)
  onTestFinished(() => rm(place.dataDir, { recursive: true, force: true }))
  return place
}

/** Opens a place's database for the rest of the test. */
export async function openPlace(place: DataPlace): Promise<Database> {
  const db = await openDatabase(place)
  onTestFinished(() => db.close())
  return db
}

/** Lists the stored files of a place and its arrivals folder. */
export async function listStored({ dataDir }: DataPlace): Promise<string[]> {
  const names = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])
  return names.filter((name) => name !== 'arrivals').toSorted()
}
