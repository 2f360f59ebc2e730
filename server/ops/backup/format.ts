/** Version of the archive's own form; a reader refuses one that is newer than what it knows. */
export const formatVersion = 1

/** First entry: what a reader must know before it reads on. */
export const headName = 'backup.json'
/** Last entry: an archive without one was cut off. */
export const manifestName = 'manifest.json'

/** What kind of archive this is. */
export interface Head {
  format: number
  /** Version of the product that wrote it. */
  product: string
  createdAt: string
  /** Migrations that the tables had, in their order. */
  migrations: readonly string[]
}

/** One table: how many rows, and the SHA-256 over the lines of all of them. */
export interface TableSummary {
  rows: number
  sha256: string
}

/** What lies in the archive, with the SHA-256 of each entry. */
export interface Manifest extends Head {
  tables: Readonly<Record<string, TableSummary>>
  files: {
    count: number
    bytes: number
    /** Storage keys of files whose bytes were not there, or were others, when the backup was made. */
    missing: readonly string[]
  }
  /** Name, size in bytes and SHA-256 of every entry before the manifest. */
  entries: readonly (readonly [name: string, bytes: number, sha256: string])[]
}

/** A part of a table's rows, one JSON object a line: `rows/users/000001.jsonl`. */
export function rowsEntryName(table: string, part: number): string {
  return `rows/${table}/${String(part).padStart(6, '0')}.jsonl`
}

/** The bytes of an uploaded file. */
export function fileEntryName(storageKey: string): string {
  return `files/${storageKey}`
}

/** What the name of an entry says. */
export type EntryKind =
  | { kind: 'head' }
  | { kind: 'manifest' }
  | { kind: 'rows'; table: string }
  | { kind: 'file'; storageKey: string }

/**
 * Reads the name of an entry. Only names that a backup makes are known, so that none can become a path elsewhere.
 * @returns undefined for every other name
 */
export function parseEntryName(name: string): EntryKind | undefined {
  if (name === headName) return { kind: 'head' }
  if (name === manifestName) return { kind: 'manifest' }
  const table = /^rows\/([a-z][a-z0-9_]*)\/\d{6}\.jsonl$/.exec(name)?.[1]
  if (table !== undefined) return { kind: 'rows', table }
  const storageKey = /^files\/([0-9a-f-]{36})$/.exec(name)?.[1]
  return storageKey === undefined ? undefined : { kind: 'file', storageKey }
}

/** An archive that is not restored; its message is a line for the operator. */
export class InvalidArchiveError extends Error {
  override readonly name = 'InvalidArchiveError'
}
