/** Version of the archive format. A reader rejects newer versions. */
export const formatVersion = 1

/** Name of the first entry: what a reader needs before the other entries. */
export const headEntryName = 'backup.json'
/** Name of the last entry. An archive without it is truncated. */
export const manifestEntryName = 'manifest.json'

/** First entry of an archive, written by `writeBackup`. */
export interface ArchiveHead {
  format: number
  /** Version of the product that wrote it. */
  product: string
  createdAt: string
  /** Applied migrations, in order. */
  migrations: readonly string[]
}

/** Row count of a table and the SHA-256 over all its lines. */
export interface TableSummary {
  rows: number
  sha256: string
}

/** Last entry of an archive: its contents with the SHA-256 of each entry. `checkArchive` verifies the archive by it. */
export interface ArchiveManifest extends ArchiveHead {
  tables: Readonly<Record<string, TableSummary>>
  files: {
    count: number
    bytes: number
    /** Storage keys of files whose bytes were missing or different when the backup was made. */
    missing: readonly string[]
  }
  /** Name, size in bytes and SHA-256 of every entry before the manifest. */
  entries: readonly (readonly [name: string, bytes: number, sha256: string])[]
}

/** Formats the name of a chunk of a table's rows, one JSON object per line: `rows/users/000001.jsonl`. */
export function formatRowsEntryName(table: string, chunk: number): string {
  return `rows/${table}/${String(chunk).padStart(6, '0')}.jsonl`
}

/** Formats the name of the entry with the bytes of an uploaded file. */
export function formatFileEntryName(storageKey: string): string {
  return `files/${storageKey}`
}

/** Kind of an entry, by its name. */
export type EntryKind =
  | { kind: 'head' }
  | { kind: 'manifest' }
  | { kind: 'rows'; table: string }
  | { kind: 'file'; storageKey: string }

/**
 * Parses the name of an entry. Only names that a backup writes are accepted, so that no name becomes a path elsewhere.
 * @returns undefined for every other name
 */
export function parseEntryName(name: string): EntryKind | undefined {
  if (name === headEntryName) return { kind: 'head' }
  if (name === manifestEntryName) return { kind: 'manifest' }
  const table = /^rows\/([a-z][a-z0-9_]*)\/\d{6}\.jsonl$/.exec(name)?.[1]
  if (table !== undefined) return { kind: 'rows', table }
  const storageKey = /^files\/([0-9a-f-]{36})$/.exec(name)?.[1]
  return storageKey === undefined ? undefined : { kind: 'file', storageKey }
}

/** Thrown for an archive that cannot be restored. The message is one line for the operator. */
export class InvalidArchiveError extends Error {
  override readonly name = 'InvalidArchiveError'
}
