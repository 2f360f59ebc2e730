import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { introspectTables, type TableInfo } from '#server/db/introspection.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { importField } from '#server/files/find-files.ts'
import { streamRows } from '#server/db/stream-rows.ts'
import type { TableSummary } from './format.ts'

/**
 * Tables outside of modules that a backup includes. Credentials and pending deliveries stay out: a backup must not
 * sign anybody in, and a restore must not send a message twice. The compiler requires a line for every new table.
 */
const includedTables: Readonly<Record<keyof Tables, boolean>> = {
  users: true,
  files: true,
  file_references: true,
  row_revisions: true,
  download_history: true,
  // Sealed values and HMACs. Without them a password alone would open a restored account.
  second_factors: true,
  recovery_codes: true,
  sign_ins: false,
  download_tokens: false,
  weixin_states: false,
  weixin_codes: false,
  uploads: false,
  upload_tickets: false,
  known_places: false,
  message_queue: false,
  sms_codes: false,
  code_challenges: false,
  sms_sends: false,
  rate_counts: false,
  task_runs: false,
  // Not the keys themselves: after a restore, `doctor` uses the marks to check SECRETS_FILE.
  key_marks: true,
  // A restored forum must not run a repeated request twice.
  idempotency_keys: true,
  // A user can repeat a dry run within a minute, and its rows may be a list of people.
  imports: false,
  import_rows: false,
  // Revisions invalidate the caches of running servers, so they must never decrease.
  module_revisions: false,
  // Written by triggers while rows are restored.
  capacity_uses: false,
  // Restored with the rows of their module.
  search_texts: true,
}

/** By name of an included table: returns true for those of its rows that stay out of a backup. */
const excludedRows: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
  // A user can upload an import file again within a minute, and it may be a list of people.
  files: (row) => row['for_field'] === importField,
}

/** Checks whether a backup includes a row of an included table. */
export function isBackedUpRow(
  { name }: Pick<TableInfo, 'name'>,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return !excludedRows[name]?.(row)
}

/** Lists the tables of a backup, parents first. */
export async function listBackupTables(kysely: Kysely<Tables>, registry: Registry): Promise<TableInfo[]> {
  const tables = await introspectTables(kysely)
  return tables.filter(({ name }) => {
    const module = registry.find(name)
    if (module) return !module.isTransient
    // The database may be of another version, with tables that this one does not know.
    return (includedTables as Readonly<Record<string, boolean>>)[name] ?? true
  })
}

/** Limits of a chunk: this much of a table is in memory at once. */
const chunkRows = 1000
const chunkCharacters = 1024 * 1024

/**
 * Reads a table as chunks of JSON lines, in an order and a form that are equal in both databases.
 * @returns count and hash of the whole table, once all chunks are read
 */
export async function* readChunks(
  trx: Kysely<Tables>,
  table: TableInfo,
): AsyncGenerator<string, TableSummary> {
  const hash = createHash('sha256')
  let rows = 0
  let lines: string[] = []
  let characters = 0
  for await (const row of streamRows(trx, table)) {
    if (!isBackedUpRow(table, row)) continue
    const line = `${JSON.stringify(toNeutralRow(table, row))}\n`
    hash.update(line)
    rows += 1
    characters += line.length
    lines.push(line)
    if (lines.length < chunkRows && characters < chunkCharacters) continue
    yield lines.join('')
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield lines.join('')
  return { rows, sha256: hash.digest('hex') }
}

/** Reads a table for its count and hash only. */
export async function summarizeTable(trx: Kysely<Tables>, table: TableInfo): Promise<TableSummary> {
  const chunks = readChunks(trx, table)
  let next = await chunks.next()
  while (!next.done) next = await chunks.next()
  return next.value
}

/** Orders values by the names of their columns and converts booleans to 0 or 1, as SQLite stores them. */
function toNeutralRow({ name, columns }: TableInfo, row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column.name]
      if (typeof value === 'boolean') return [column.name, value ? 1 : 0]
      if (value !== null && typeof value !== 'string' && typeof value !== 'number')
        throw new TypeError(`${name}.${column.name} holds what a backup cannot carry`)
      return [column.name, value]
    }),
  )
}
