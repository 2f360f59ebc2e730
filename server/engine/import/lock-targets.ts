import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { toIds } from '../write/related-ids.ts'
import type { ImportRequest } from './import-deps.ts'
import { readStage } from './stage.ts'

/** Rows that are held with one statement. */
const atOnce = 1000

/**
 * Holds the rows of other modules that an import's lines name until the transaction ends, as whoever writes a single row
 * does: nobody deletes a row while it is being named. Whoever was about to is waited for, and seen by the revisions.
 */
export async function lockTargets(
  { module, parts }: ImportRequest,
  trx: Kysely<Tables>,
  token: string,
): Promise<void> {
  const { definition } = module
  const relations = Object.entries(definition.fields).flatMap(([key, { relation }]) =>
    relation ? [{ key, target: relation.module }] : [],
  )
  if (relations.length === 0 || !isPostgres(moduleTables(trx))) return
  const named = new Map(relations.map(({ target }) => [target, new Set<string>()]))
  const stage = { secrets: parts.secrets, definition, importId: token }
  for await (const lines of readStage(trx, stage))
    for (const { values } of lines)
      for (const { key, target } of relations) for (const id of toIds(values[key])) named.get(target)?.add(id)
  for (const [target, ids] of named) await holdRows(trx, target, [...ids].toSorted())
}

async function holdRows(trx: Kysely<Tables>, table: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = sql.join(ids.slice(from, from + atOnce))
    await sql`select "id" from ${sql.id(table)} where "id" in (${part}) order by "id" for share`.execute(trx)
  }
}
