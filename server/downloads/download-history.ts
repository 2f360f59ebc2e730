import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'

/**
 * Calls back when a file has been sent completely or from its start. A request that continues a download or revalidates
 * a copy was recorded before.
 */
export function onDownloaded(reply: FastifyReply, onComplete: () => void): void {
  reply.raw.once('finish', () => {
    const range = reply.getHeader('content-range')
    const isFromStart = reply.statusCode === 206 && String(range).startsWith('bytes 0-')
    if (reply.statusCode === 200 || isFromStart) onComplete()
  })
}

/** Records the first download of a file by a user, as long as the account exists. @param no number of the file */
export async function recordDownload(
  kysely: Kysely<Tables>,
  userId: string,
  no: string,
  now: Date,
): Promise<void> {
  // Repeated downloads end here without blocking writers.
  if (await hasDownloaded(kysely, userId, [no])) return
  await kysely
    .insertInto('download_history')
    .columns(['user_id', 'no', 'downloaded_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((select) => ['id', select.val(no).as('no'), select.val(toInstant(now)).as('downloaded_at')])
        .where('id', '=', userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Checks whether a user has downloaded one of these files. */
export async function hasDownloaded(
  kysely: Kysely<Tables>,
  userId: string,
  nos: readonly string[],
): Promise<boolean> {
  if (nos.length === 0) return false
  const row = await kysely
    .selectFrom('download_history')
    .select('no')
    .where('user_id', '=', userId)
    .where('no', 'in', nos)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
