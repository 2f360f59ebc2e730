import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'

/**
 * Checks that no module has a row of content. Deleted rows count too: somebody who deleted a row uses the database. Every
 * start calls this, so it lies apart from `fill-sample.ts`, which loads all texts of the sample.
 */
export async function isEmptyForum(kysely: Kysely<Tables>, registry: Registry): Promise<boolean> {
  for (const { definition, isServerWritten } of registry.modules) {
    if (isServerWritten) continue
    const query = moduleTables(kysely).selectFrom(definition.name).select('id').limit(1)
    if (await query.executeTakeFirst()) return false
  }
  return true
}
