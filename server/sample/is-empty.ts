import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'

/**
 * Whether no module has a row of content. Deleted rows count too: whoever deleted something has begun to work with the database.
 * It stands apart from the sample itself, which a start on a used database never loads.
 */
export async function isEmptyForum(kysely: Kysely<Tables>, registry: Registry): Promise<boolean> {
  for (const { definition, isRecord } of registry.modules) {
    if (isRecord) continue
    const found = moduleTables(kysely).selectFrom(definition.name).select('id').limit(1)
    if (await found.executeTakeFirst()) return false
  }
  return true
}
