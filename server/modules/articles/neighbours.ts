import { sql, type Kysely } from 'kysely'
import type { ArticleData, ArticleNeighbour } from '#contract/articles.ts'
import type { Tables } from '#server/db/client.ts'
import type { StoredRow } from '#server/engine/field-types/codec.ts'
import { toWireRows } from '#server/engine/query/list-rows.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { selectColumns, whereVisible } from '#server/engine/query/query-plan.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { visibleFields } from '#server/engine/schema/visible-fields.ts'
import type { Caller } from '#server/http/caller.ts'

/** What is told of a neighbour. */
const told = new Set(['no', 'title'])

/**
 * The rows before and after one in its module's own order, of those that the caller sees. Such an order goes by values
 * that every row has, all in one direction, and then by id as lists do: so both are found by an index.
 */
export async function findNeighbours(
  kysely: Kysely<Tables>,
  module: ServerModule,
  caller: Caller,
  id: string,
): Promise<Pick<ArticleData, 'previous' | 'next'>> {
  const { name, defaultSorters } = module.definition
  const isDescending = Object.values(defaultSorters)[0] === 'desc'
  const order = [...Object.keys(defaultSorters), 'id'].map((field) => sql.ref(`${name}.${field}`))
  const own = sql`(select ${sql.join(order)} from ${sql.id(name)} where id = ${id})`
  const fields = [...visibleFields(caller, module, 'columns')].filter(([key]) => told.has(key))
  const shown = whereVisible(moduleTables(kysely), module, caller, false)

  async function findNearest(isLarger: boolean): Promise<ArticleNeighbour | null> {
    const side = sql.raw(isLarger ? '>' : '<')
    const direction = sql.raw(isLarger ? 'asc' : 'desc')
    const { rows } = await sql<StoredRow>`select ${selectColumns(fields)} from ${sql.id(name)}
      where ${shown} and (${sql.join(order)}) ${side} ${own}
      order by ${sql.join(order.map((part) => sql`${part} ${direction}`))} limit 1`.execute(kysely)
    const [row] = await toWireRows(kysely, { module, fields, rights: false }, rows, caller)
    return (row as ArticleNeighbour | undefined) ?? null
  }

  return { previous: await findNearest(isDescending), next: await findNearest(!isDescending) }
}
