import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { introspectTables, type TableInfo } from '#server/db/introspection.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { importField } from '#server/files/find-files.ts'
import { streamRows } from '#server/db/stream-rows.ts'
import type { TableSummary } from './format.ts'

/**
 * Whether a backup has the rows of each table that no module defines. What opens doors or is on its way stays out: who
 * has a backup must not be able to sign in by it, and a message that was sent since must not go out again. The compiler
 * asks for a line for every new table.
 */
const kept: Readonly<Record<keyof Tables, boolean>> = {
  users: true,
  files: true,
  file_references: true,
  row_revisions: true,
  download_history: true,
  // Sealed, and HMACs. Without them a restored account would be open to a password alone.
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
  // Not the keys: by them doctor says after a restore whether SECRETS_FILE is the right one.
  key_marks: true,
  // A call that is sent again to a restored forum is not run again.
  idempotency_keys: true,
  // A dry run is made again within a minute; what it read may be a list of people.
  imports: false,
  import_rows: false,
  // Counts writes for the memory of running servers, which must never see it go back.
  module_revisions: false,
  // Made by the database while the rows are brought back.
  capacity_uses: false,
  // The rows of a module come with their search texts.
  search_texts: true,
}

/** Rows of kept tables that stay out all the same. */
const leftOut: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
  // What somebody is about to import is uploaded again within a minute, and may be a list of people.
  files: (row) => row['for_field'] === importField,
}

/** True for a row that a backup has, of a table that it has. */
export function isBackedUpRow(
  { name }: Pick<TableInfo, 'name'>,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return !leftOut[name]?.(row)
}

/** The tables that a backup holds, parents first. */
export async function listBackupTables(kysely: Kysely<Tables>, registry: Registry): Promise<TableInfo[]> {
  const tables = await introspectTables(kysely)
  return tables.filter(({ name }) => {
    const module = registry.find(name)
    if (module) return !module.isPassing
    return (kept as Readonly<Record<string, boolean>>)[name] ?? true
  })
}

/** Rows and characters after which a part of a table is full: what is held in memory at once. */
const partRows = 1000
const partCharacters = 1024 * 1024

/**
 * A table's rows as lines of JSON, in parts, in an order and a form that are the same in both databases.
 * @returns the whole table's count and hash, when all parts were taken
 */
export async function* readParts(
  trx: Kysely<Tables>,
  table: TableInfo,
): AsyncGenerator<string, TableSummary> {
  const hash = createHash('sha256')
  let rows = 0
  let lines: string[] = []
  let characters = 0
  for await (const row of streamRows(trx, table)) {
    if (!isBackedUpRow(table, row)) continue
    const line = `${JSON.stringify(toNeutral(table, row))}\n`
    hash.update(line)
    rows += 1
    characters += line.length
    lines.push(line)
    if (lines.length < partRows && characters < partCharacters) continue
    yield lines.join('')
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield lines.join('')
  return { rows, sha256: hash.digest('hex') }
}

/** A table's count and hash alone. */
export async function summarize(trx: Kysely<Tables>, table: TableInfo): Promise<TableSummary> {
  const parts = readParts(trx, table)
  let next = await parts.next()
  while (!next.done) next = await parts.next()
  return next.value
}

/** Columns in the order of their names; a boolean is 0 or 1 as in SQLite. */
function toNeutral({ name, columns }: TableInfo, row: Readonly<Record<string, unknown>>): object {
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
