import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import {
  articleModuleNames,
  type ArticleData,
  type ArticleModuleName,
  type ArticleNeighbour,
} from '#contract/articles.ts'
import { respondCached, type ReadResponse } from '#server/engine/query/read-handlers.ts'
import { type ReadContext } from '#server/engine/query/engine-context.ts'
import { sendRead } from '#server/engine/routes/query.ts'
import type { Tables } from '#server/db/client.ts'
import { getModule } from '#server/engine/query/access.ts'
import { findRow, toWireRows } from '#server/engine/query/list-rows.ts'
import type { Caller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import type { StoredRow } from '#server/engine/field-types/codec.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { selectColumns, whereVisible } from '#server/engine/query/query-plan.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { visibleFields } from '#server/engine/schema/visible-fields.ts'

const schema = {
  tags: ['modules'],
  summary: 'Reads the article with a number, whichever module has it, with its neighbours',
  params: {
    type: 'object',
    properties: { no: { type: 'string', description: 'As it is written: leading zeros and letters count.' } },
  },
} as const

/** Registers the endpoint that reads an article by the number in its URL, whichever module has it. */
export async function articleRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  app.get<{ Params: { no: string } }>(
    '/front/article/:no',
    { config: { permission: { kind: 'public' } }, schema },
    async ({ caller, params }, reply) => sendRead(reply, await readArticle(context, caller, params.no)),
  )
}

/** Location of an article. */
interface ArticleLocation {
  module: ArticleModuleName
  id: string
}

/**
 * Reads the published article with this number.
 * @throws HttpError `not_found` when no module has the number or the caller may not see the row
 */
export async function readArticle(context: ReadContext, caller: Caller, no: string): Promise<ReadResponse> {
  const { kysely } = context.db
  const location = await findLocation(kysely, no)
  if (!location) throw createHttpError('not_found')
  const module = getModule(context.registry, caller, location.module, 'read')
  const read = async (): Promise<ArticleData> => {
    const row = await findRow(kysely, module, caller, { id: location.id, drafts: false })
    if (!row) throw createHttpError('not_found')
    const neighbours = await findNeighbours(kysely, module, caller, location.id)
    return { module: location.module, row, ...neighbours }
  }
  return respondCached(context, caller, module, {
    key: `article ${location.id}`,
    isPersonalResponse: false,
    read,
  })
}

/** Runs one query over all article modules. Each has an index on its numbers. */
async function findLocation(kysely: Kysely<Tables>, no: string): Promise<ArticleLocation | undefined> {
  const selects = articleModuleNames.map(
    (name) =>
      sql`select ${sql.lit(name)} as module, id from ${sql.id(name)} where no = ${no} and deleted_at is null`,
  )
  const { rows } = await sql<ArticleLocation>`${sql.join(selects, sql` union all `)}`.execute(kysely)
  return rows[0]
}

/** Fields of a neighbour in the response. */
const neighbourFields = new Set(['no', 'title'])

/**
 * Finds the visible rows before and after a row in its module's default order. Such an order uses required values in
 * one direction, then the id, so an index finds both.
 */
async function findNeighbours(
  kysely: Kysely<Tables>,
  module: ServerModule,
  caller: Caller,
  id: string,
): Promise<Pick<ArticleData, 'previous' | 'next'>> {
  const { name, defaultSorters } = module.definition
  const isDescending = Object.values(defaultSorters)[0] === 'desc'
  const order = [...Object.keys(defaultSorters), 'id'].map((field) => sql.ref(`${name}.${field}`))
  /** The values of `order` in the current row, as a row value of SQL. */
  const currentKey = sql`(select ${sql.join(order)} from ${sql.id(name)} where id = ${id})`
  const fields = [...visibleFields(caller, module, 'output')].filter(([key]) => neighbourFields.has(key))
  const visibleCondition = whereVisible(moduleTables(kysely), module, caller, false)

  /** @param isLarger true for the nearest row with a larger key, false for a smaller one */
  async function findNearest(isLarger: boolean): Promise<ArticleNeighbour | null> {
    const comparison = sql.raw(isLarger ? '>' : '<')
    const direction = sql.raw(isLarger ? 'asc' : 'desc')
    const { rows } = await sql<StoredRow>`select ${selectColumns(fields)} from ${sql.id(name)}
      where ${visibleCondition} and (${sql.join(order)}) ${comparison} ${currentKey}
      order by ${sql.join(order.map((column) => sql`${column} ${direction}`))} limit 1`.execute(kysely)
    const [row] = await toWireRows(kysely, { module, fields, rights: false }, rows, caller)
    return (row as ArticleNeighbour | undefined) ?? null
  }

  // In a descending list the row above has the larger key.
  return { previous: await findNearest(isDescending), next: await findNearest(!isDescending) }
}
