import type { Kysely } from 'kysely'
import { registrations } from '#contract/modules/registrations.ts'
import { closedStates } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import type { Tables } from '#server/db/client.ts'
import { findUser } from '#server/accounts/users.ts'
import { moduleTables } from '#server/db/module-tables.ts'

/** Where mail reaches a person: the address of their registration, else that of the account. */
export async function findEmail(kysely: Kysely<Tables>, userId: string): Promise<string | undefined> {
  for (const { name } of [registrations, staffRegistrations]) {
    const row = await moduleTables(kysely)
      .selectFrom(name)
      .select('email')
      .where('owner_id', '=', userId)
      .where('status', 'not in', closedStates)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (typeof row?.['email'] === 'string') return row['email']
  }
  return (await findUser(kysely, userId))?.email ?? undefined
}
