import { createHash, type Hash } from 'node:crypto'
import { finished, pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import {
  InvalidArchiveError,
  formatVersion,
  headName,
  manifestName,
  type Head,
  type Manifest,
  parseEntryName,
  type EntryKind,
} from './format.ts'

/** A row in the archive, independent of the database. */
export type NeutralRow = Readonly<Record<string, string | number | null>>

/**
 * Reads a whole archive and verifies it against its manifest.
 * @throws InvalidArchiveError with the first mismatch
 */
export async function checkArchive(path: string): Promise<Manifest> {
  const contents = createContents()
  for await (const entry of readArchive(path)) {
    if (contents.manifest) throw new InvalidArchiveError(`${entry.name} stands behind the end of the archive`)
    if (!contents.head && entry.name !== headName)
      throw new InvalidArchiveError('the file is no backup of a forum')
    if (entry.kind.kind === 'head') contents.head = parseHead(await entry.text())
    else if (entry.kind.kind === 'manifest')
      contents.manifest = parseJson(manifestName, await entry.text()) as Manifest
    else if (entry.kind.kind === 'rows') await checkRows(contents, entry, entry.kind.table)
    else await drain(entry, contents, entry.kind.storageKey)
    if (entry.name !== manifestName)
      contents.entries.push([entry.name, entry.read().bytes, entry.read().sha256])
  }
  return checkManifest(contents)
}

/** Parses the rows of one chunk. @throws InvalidArchiveError when a line is not a row */
export function parseRows(name: string, text: string): NeutralRow[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const row = parseJson(name, line)
      if (!isRow(row)) throw new InvalidArchiveError(`${name} in the archive holds what is no row`)
      return row
    })
}

interface ArchiveContents {
  head: Head | undefined
  manifest: Manifest | undefined
  entries: [string, number, string][]
  tables: Map<string, { rows: number; hash: Hash }>
  /** Storage keys in rows of `files`. */
  wantedKeys: Set<string>
  keys: Set<string>
}

function createContents(): ArchiveContents {
  return {
    head: undefined,
    manifest: undefined,
    entries: [],
    tables: new Map(),
    wantedKeys: new Set(),
    keys: new Set(),
  }
}

async function checkRows(contents: ArchiveContents, entry: ArchiveEntry, table: string): Promise<void> {
  const text = await entry.text()
  const rows = parseRows(entry.name, text)
  const known = contents.tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
  known.rows += rows.length
  known.hash.update(text)
  contents.tables.set(table, known)
  if (table === 'files') for (const row of rows) contents.wantedKeys.add(String(row['storage_key']))
}

async function drain(entry: ArchiveEntry, contents: ArchiveContents, storageKey: string): Promise<void> {
  // The stream only feeds the hash.
  await finished(entry.stream().resume())
  contents.keys.add(storageKey)
}

/** The version is in the first entry, so that an archive of a newer format gets its own error. */
function parseHead(text: string): Head {
  const head = parseJson(headName, text) as Partial<Head> | null
  if (typeof head?.format !== 'number') throw new InvalidArchiveError('the file is no backup of a forum')
  if (head.format > formatVersion)
    throw new InvalidArchiveError(
      `the backup was made by a newer version (${String(head.product)}): restore it with that version`,
    )
  return head as Head
}

function checkManifest({ head, manifest, entries, tables, wantedKeys, keys }: ArchiveContents): Manifest {
  if (!head) throw new InvalidArchiveError('the file is no backup of a forum')
  if (!manifest) throw new InvalidArchiveError('the backup is cut off: its end is missing')
  const { tables: listed, files, entries: expected, ...rest } = manifest
  if (!isDeepStrictEqual(rest, head)) throw new InvalidArchiveError('the backup contradicts itself')
  const broken = entries.find((entry, index) => !isDeepStrictEqual(entry, expected?.[index]))
  if (broken) throw new InvalidArchiveError(`the backup is damaged: ${broken[0]} is not what was written`)
  if (entries.length !== expected.length)
    throw new InvalidArchiveError('the backup is damaged: entries are missing')
  const counted = [...tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.digest('hex') }])
  const filled = Object.entries(listed).filter(([, summary]) => summary.rows > 0)
  if (!isDeepStrictEqual(Object.fromEntries(counted), Object.fromEntries(filled)))
    throw new InvalidArchiveError('the backup is damaged: its rows are not those of its manifest')
  const missing = new Set(files.missing)
  if (
    ![...wantedKeys].every((key) => keys.has(key) !== missing.has(key)) ||
    keys.size + missing.size !== wantedKeys.size
  )
    throw new InvalidArchiveError('the backup is damaged: its files are not those of its rows')
  return manifest
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArchiveError(`the backup is damaged: ${name} cannot be read`)
  }
}

function isRow(row: unknown): row is NeutralRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  return Object.values(row).every(
    (value) => value === null || typeof value === 'string' || typeof value === 'number',
  )
}

/**
 * Maximum bytes of an entry that is read into memory. A chunk of a table has about 1 MB, a manifest 100 bytes per
 * file.
 */
const textLimitBytes = 64 * 1024 * 1024

/** An entry of an archive. It must be read before the next one is requested. */
export interface ArchiveEntry {
  name: string
  kind: EntryKind
  /** Reads the whole entry into memory. */
  text(): Promise<string>
  /** Streams the bytes of a file. */
  stream(): Readable
  /** Returns size and SHA-256 of the bytes read so far. */
  read(): { bytes: number; sha256: string }
}

/**
 * Reads the entries of an archive in order.
 * @throws InvalidArchiveError for a file that is no archive, is truncated, or contains unknown or repeated names
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const source = pipeline(createReadStream(path), tar)
  source.catch(() => undefined)
  const names = new Set<string>()
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header
      const kind = type === 'file' ? parseEntryName(name) : undefined
      if (!kind)
        throw new InvalidArchiveError(`the archive holds ${JSON.stringify(name)}, which no backup does`)
      if (names.has(name)) throw new InvalidArchiveError(`the archive holds ${name} twice`)
      names.add(name)
      yield toEntry(name, kind, size, entry as AsyncIterable<Buffer>)
      entry.resume()
    }
    await source
  } catch (error) {
    throw toArchiveError(error)
  } finally {
    tar.destroy()
  }
}

function toEntry(name: string, kind: EntryKind, size: number, entry: AsyncIterable<Buffer>): ArchiveEntry {
  const hash = createHash('sha256')
  let bytes = 0
  let sha256: string | undefined
  async function* counted(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) {
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw toArchiveError(error)
    }
  }
  return {
    name,
    kind,
    text: () => {
      if (size > textLimitBytes) throw new InvalidArchiveError(`${name} in the archive is too large`)
      return text(counted())
    },
    stream: () => Readable.from(counted(), { objectMode: false }),
    read: () => ({ bytes, sha256: (sha256 ??= hash.digest('hex')) }),
  }
}

/** File system errors pass through; every other error becomes an InvalidArchiveError. */
function toArchiveError(error: unknown): unknown {
  if (error instanceof InvalidArchiveError || (error as NodeJS.ErrnoException).syscall) return error
  return new InvalidArchiveError(`the file is no whole backup: ${(error as Error).message}`)
}
