import { maskedValue } from '#contract/row.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { closedStates } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import { findRowsByIdNumber } from '#server/engine/field-types/blind-index.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'

/** Both ways to register. */
const ways = [registrations, staffRegistrations]

/** True when the account has a registration of another kind that stands. */
export async function hasOtherRegistration(kind: string, { trx, after }: WriteHookContext): Promise<boolean> {
  for (const { name } of ways) {
    if (name === kind) continue
    const found = await moduleTables(trx)
      .selectFrom(name)
      .select('id')
      .where('owner_id', '=', after['owner_id'])
      .where('status', 'not in', closedStates)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

/**
 * Whether somebody else registered with the same ID number: looked up when a number is given. The registration is taken
 * like any other, so that nobody learns whose number is known; the reviewer is told (security.md 7).
 */
export async function isNumberRepeated({
  trx,
  given,
  after,
  secrets,
}: WriteHookContext): Promise<Record<string, unknown>> {
  const number = after['id_number']
  if (!given.has('id_number') || typeof number !== 'string' || number === maskedValue) return {}
  for (const way of ways) {
    const query = { field: 'id_number', number, exceptId: after.id }
    const ids = await findRowsByIdNumber(trx, secrets, way, query)
    if (await hasOtherOwner(way.name, ids)) return { id_number_repeated: true }
  }
  return { id_number_repeated: false }

  async function hasOtherOwner(name: string, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const rows = await moduleTables(trx).selectFrom(name).select('owner_id').where('id', 'in', ids).execute()
    return rows.some((row) => row['owner_id'] !== after['owner_id'])
  }
}
