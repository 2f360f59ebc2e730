import { sql, type Kysely } from 'kysely'
import { articleModuleNames, type ArticleData, type ArticleModuleName } from '#contract/articles.ts'
import type { Tables } from '#server/db/client.ts'
import { getModule } from '#server/engine/query/access.ts'
import { findRow } from '#server/engine/query/list-rows.ts'
import { respondCached, type ReadResponse, type ReadContext } from '#server/engine/query/read-handlers.ts'
import type { Caller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { findNeighbours } from './neighbours.ts'

/** Where an article is. */
interface Place {
  module: ArticleModuleName
  id: string
}

/**
 * The article with a number, published ones only.
 * @throws Refusal `not_found`, whether no module has the number or the caller does not see its row
 */
export async function answerArticle(context: ReadContext, caller: Caller, no: string): Promise<ReadResponse> {
  const { kysely } = context.db
  const place = await findPlace(kysely, no)
  if (!place) throw createHttpError('not_found')
  const module = getModule(context.registry, caller, place.module, 'read')
  const read = async (): Promise<ArticleData> => {
    const row = await findRow(kysely, module, caller, { id: place.id, drafts: false })
    if (!row) throw createHttpError('not_found')
    const neighbours = await findNeighbours(kysely, module, caller, place.id)
    return { module: place.module, row, ...neighbours }
  }
  return respondCached(context, caller, module, { key: `article ${place.id}`, isOwnAnswer: false, read })
}

/** One query over all of them; each has an index over its numbers. */
async function findPlace(kysely: Kysely<Tables>, no: string): Promise<Place | undefined> {
  const places = articleModuleNames.map(
    (name) =>
      sql`select ${sql.lit(name)} as module, id from ${sql.id(name)} where no = ${no} and deleted_at is null`,
  )
  const { rows } = await sql<Place>`${sql.join(places, sql` union all `)}`.execute(kysely)
  return rows[0]
}
