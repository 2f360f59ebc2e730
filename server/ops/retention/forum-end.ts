import type { Kysely } from 'kysely'
import type { ForumSetting } from '#contract/forum.ts'
import { fromZonedTime } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { readSetting } from '#server/db/settings.ts'

/**
 * When the forum's last day is over, by the setting in the database.
 * @returns undefined when there is no such setting, or no day in it: then nothing counts from the forum's end
 */
export async function findForumEnd(kysely: Kysely<Tables>): Promise<string | undefined> {
  const { endsOn, timeZone } = (await readSetting<ForumSetting>(kysely, 'forum')) ?? {}
  if (endsOn === undefined || timeZone === undefined) return undefined
  try {
    return fromZonedTime(`${endsOn}T23:59:59`, timeZone)
  } catch {
    return undefined
  }
}
