import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { InvalidArchiveError, parseEntryName, type EntryKind } from './format.ts'

/** Most bytes of an entry that is read as a whole; a part of a table has about 1 MB, a manifest 100 bytes a file. */
const textLimitBytes = 64 * 1024 * 1024

/** An entry of an archive, to be read before the next one is asked for. */
export interface ArchiveEntry {
  name: string
  kind: EntryKind
  /** Reads all of it into memory. */
  text(): Promise<string>
  /** Its bytes, for files. */
  stream(): Readable
  /** Size and SHA-256 of what was read, whole once it was read to its end. */
  read(): { bytes: number; sha256: string }
}

/**
 * Reads an archive from its beginning to its end.
 * @throws InvalidArchiveError when it is none, is cut off, or holds what no backup does
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
    throw toRefusal(error)
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
      throw toRefusal(error)
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

/** What the file system says stays; everything else is told as a fault of the archive. */
function toRefusal(error: unknown): unknown {
  if (error instanceof InvalidArchiveError || (error as NodeJS.ErrnoException).syscall) return error
  return new InvalidArchiveError(`the file is no whole backup: ${(error as Error).message}`)
}
