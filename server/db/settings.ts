import type { Kysely } from 'kysely'
import { settings } from '#contract/modules/settings.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows } from '#server/engine/write/write-rows.ts'

/** The value of a setting as the database has it now, in parts: an organiser may have left some out. */
export async function readSetting<Value>(
  kysely: Kysely<Tables>,
  name: string,
): Promise<Partial<Value> | undefined> {
  const [row] = await readRows(kysely, settings, { name })
  return row?.['value'] as Partial<Value> | undefined
}
