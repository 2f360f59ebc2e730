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
  headEntryName,
  manifestEntryName,
  type ArchiveHead,
  type ArchiveManifest,
  parseEntryName,
  type EntryKind,
} from './format.ts'

/** A row in the archive, independent of the database. */
export type NeutralRow = Readonly<Record<string, string | number | null>>

/**
 * Reads a whole archive and verifies it against its manifest.
 * @throws InvalidArchiveError with the first mismatch
 */
export async function checkArchive(path: string): Promise<ArchiveManifest> {
  const contents = createContents()
  for await (const entry of readArchive(path)) {
    if (contents.manifest) throw new InvalidArchiveError(`${entry.name} stands behind the end of the archive`)
    if (!contents.head && entry.name !== headEntryName)
      throw new InvalidArchiveError('the file is no backup of a forum')
    if (entry.kind.kind === 'head') contents.head = parseHead(await entry.text())
    else if (entry.kind.kind === 'manifest')
      contents.manifest = parseJson(manifestEntryName, await entry.text()) as ArchiveManifest
    else if (entry.kind.kind === 'rows') await checkRows(contents, entry, entry.kind.table)
    else await readFileEntry(entry, contents, entry.kind.storageKey)
    if (entry.name !== manifestEntryName)
      contents.entries.push([entry.name, entry.getDigest().bytes, entry.getDigest().sha256])
  }
  return checkManifest(contents)
}

/** Parses the rows of one chunk. @throws InvalidArchiveError when a line is not a row */
export function parseRows(name: string, text: string): NeutralRow[] {
  return (
    text
      .split('\n')
      // Every line ends with `\n`, so the last item is empty.
      .slice(0, -1)
      .map((line) => {
        const row = parseJson(name, line)
        if (!isRow(row)) throw new InvalidArchiveError(`${name} in the archive holds what is no row`)
        return row
      })
  )
}

/** What {@link checkArchive} has read of an archive so far. */
interface ArchiveContents {
  head: ArchiveHead | undefined
  manifest: ArchiveManifest | undefined
  /** Every entry but the manifest, in the form of the manifest. */
  entries: [name: string, bytes: number, sha256: string][]
  /** Count and hash of the rows read so far, by table name. */
  tables: Map<string, { rows: number; hash: Hash }>
  /** Storage keys in rows of `files`. */
  rowKeys: Set<string>
  /** Storage keys of the file entries. */
  fileKeys: Set<string>
}

function createContents(): ArchiveContents {
  return {
    head: undefined,
    manifest: undefined,
    entries: [],
    tables: new Map(),
    rowKeys: new Set(),
    fileKeys: new Set(),
  }
}

/** Parses a chunk of a table and adds it to the count and hash of the table. */
async function checkRows(contents: ArchiveContents, entry: ArchiveEntry, table: string): Promise<void> {
  const text = await entry.text()
  const rows = parseRows(entry.name, text)
  const summary = contents.tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
  summary.rows += rows.length
  summary.hash.update(text)
  contents.tables.set(table, summary)
  if (table === 'files') for (const row of rows) contents.rowKeys.add(String(row['storage_key']))
}

async function readFileEntry(
  entry: ArchiveEntry,
  contents: ArchiveContents,
  storageKey: string,
): Promise<void> {
  // Reading the stream computes the hash of the entry.
  await finished(entry.stream().resume())
  contents.fileKeys.add(storageKey)
}

/** The version is in the first entry, so that an archive of a newer format gets its own error. */
function parseHead(text: string): ArchiveHead {
  const head = parseJson(headEntryName, text) as Partial<ArchiveHead> | null
  if (typeof head?.format !== 'number') throw new InvalidArchiveError('the file is no backup of a forum')
  if (head.format > formatVersion)
    throw new InvalidArchiveError(
      `the backup was made by a newer version (${String(head.product)}): restore it with that version`,
    )
  return head as ArchiveHead
}

/** Compares the manifest with what was read. @throws InvalidArchiveError with the first difference */
function checkManifest({
  head,
  manifest,
  entries,
  tables,
  rowKeys,
  fileKeys,
}: ArchiveContents): ArchiveManifest {
  if (!head) throw new InvalidArchiveError('the file is no backup of a forum')
  if (!manifest) throw new InvalidArchiveError('the backup is cut off: its end is missing')
  const { tables: manifestTables, files, entries: manifestEntries, ...manifestHead } = manifest
  if (!isDeepStrictEqual(manifestHead, head)) throw new InvalidArchiveError('the backup contradicts itself')
  // The manifest is unchecked JSON, which may lack `entries`.
  const mismatch = entries.find((entry, index) => !isDeepStrictEqual(entry, manifestEntries?.[index]))
  if (mismatch) throw new InvalidArchiveError(`the backup is damaged: ${mismatch[0]} is not what was written`)
  if (entries.length !== manifestEntries.length)
    throw new InvalidArchiveError('the backup is damaged: entries are missing')
  const readTables = [...tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.digest('hex') }])
  const nonEmptyTables = Object.entries(manifestTables).filter(([, summary]) => summary.rows > 0)
  if (!isDeepStrictEqual(Object.fromEntries(readTables), Object.fromEntries(nonEmptyTables)))
    throw new InvalidArchiveError('the backup is damaged: its rows are not those of its manifest')
  const missing = new Set(files.missing)
  // Each row of `files` has either an entry with its bytes or a key among the missing ones, and there are no others.
  if (
    ![...rowKeys].every((key) => fileKeys.has(key) !== missing.has(key)) ||
    fileKeys.size + missing.size !== rowKeys.size
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
  /** Returns size and SHA-256 of the bytes. Only valid after the whole entry was read. */
  getDigest(): { bytes: number; sha256: string }
}

/**
 * Reads the entries of an archive in order.
 * @throws InvalidArchiveError for a file that is no archive, is truncated, or contains unknown or repeated names
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const tarPipeline = pipeline(createReadStream(path), tar)
  // Awaited below, after the entries. Until then a failed read must not count as an unhandled rejection.
  tarPipeline.catch(() => undefined)
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
      // Skips the bytes that the caller left unread.
      entry.resume()
    }
    await tarPipeline
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
  async function* readCounted(): AsyncGenerator<Buffer> {
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
      return text(readCounted())
    },
    stream: () => Readable.from(readCounted(), { objectMode: false }),
    getDigest: () => ({ bytes, sha256: (sha256 ??= hash.digest('hex')) }),
  }
}

/** File system errors pass through; every other error becomes an InvalidArchiveError. */
function toArchiveError(error: unknown): unknown {
  if (error instanceof InvalidArchiveError || (error as NodeJS.ErrnoException).syscall) return error
  return new InvalidArchiveError(`the file is no whole backup: ${(error as Error).message}`)
}
