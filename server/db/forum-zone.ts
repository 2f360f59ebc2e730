import type { Kysely } from 'kysely'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Tables } from '#server/db/client.ts'
import { readSetting } from './settings.ts'

/** The zone in which times are told, as the database has it now. */
export async function readForumZone(kysely: Kysely<Tables>): Promise<string> {
  return (await readSetting<ForumSetting>(kysely, 'forum'))?.timeZone ?? forumSetting.timeZone
}
