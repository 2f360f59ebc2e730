import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { TableInfo } from '#server/db/introspection.ts'
import type { Tables } from '#server/db/client.ts'
import { streamRows } from '#server/db/stream-rows.ts'
import type { TableSummary } from './format.ts'
import { isBackedUpRow } from './backup-tables.ts'

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
