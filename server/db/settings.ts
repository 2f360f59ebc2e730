import type { Kysely } from 'kysely'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Tables } from './client.ts'
import { moduleTables } from './module-tables.ts'

/**
 * Reads a setting's current value; undefined without its row. Its properties are optional: an organiser may have removed
 * some.
 * @param name name of the setting, such as `forum`; unique among rows that are not deleted
 */
export async function readSetting<Value>(
  kysely: Kysely<Tables>,
  name: string,
): Promise<Partial<Value> | undefined> {
  const row = await moduleTables(kysely)
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const value = row?.['value']
  // Both databases store the value as JSON text.
  return typeof value === 'string' ? (JSON.parse(value) as Partial<Value>) : undefined
}

/** Reads the forum's current time zone, an IANA name such as `Asia/Shanghai`. */
export async function readForumZone(kysely: Kysely<Tables>): Promise<string> {
  return (await readSetting<ForumSetting>(kysely, 'forum'))?.timeZone ?? forumSetting.timeZone
}
