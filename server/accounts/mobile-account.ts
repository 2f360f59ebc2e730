import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { maskRecipient } from '#server/messages/mask.ts'
import { named } from './users.ts'

/**
 * The account of a mobile whose owner has just been proven, or a new one of an applicant: the first step of a
 * registration. Of several calls at the same moment one makes it.
 * @param mobile E.164
 * @returns its id
 */
export async function ensureMobileAccount(trx: Kysely<Tables>, mobile: string, now: Date): Promise<string> {
  const at = toInstant(now)
  await trx
    .insertInto('users')
    .values({
      id: randomUUID(),
      login_name: mobile,
      mobile,
      email: null,
      ...named(maskRecipient(mobile)),
      password_hash: null,
      role: 'applicant',
      is_administrator: false,
      blocked_at: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('mobile', '=', mobile), eb('login_name', '=', mobile)]))
    .orderBy('mobile', 'desc')
    .executeTakeFirstOrThrow()
  return user.id
}
