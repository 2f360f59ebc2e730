import type { Kysely } from 'kysely'
import type { SecondFactorStep } from '#contract/api.ts'
import type { SecondFactorSetting } from '#contract/forum.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { isEmployee } from '#server/http/permission.ts'

/** Times of the second factor of a sign-in and its account; null when it has not happened. */
export interface SecondFactorTimes {
  /** When the user passed the second factor in this sign-in. */
  second_factor_at: string | null
  /** When the user confirmed the setup of the second factor. */
  confirmed_at: string | null
}

/**
 * Finds the step that a sign-in still needs: `code` to pass its second factor, or `set_up` when its user must have one.
 * Permissions and the setting are read at each call, so a new setting or grant takes effect with the next request.
 * @returns undefined when the sign-in is complete
 */
export async function findPendingStep(
  kysely: Kysely<Tables>,
  caller: UserCaller,
  times: SecondFactorTimes,
): Promise<SecondFactorStep | undefined> {
  if (owesSecondFactor(times)) return 'code'
  if (times.confirmed_at !== null) return undefined
  return (await isSecondFactorRequired(kysely, caller)) ? 'set_up' : undefined
}

/** Checks whether a sign-in of an account with a second factor has not passed it yet. */
export function owesSecondFactor(times: SecondFactorTimes): boolean {
  return times.confirmed_at !== null && times.second_factor_at === null
}

/** Checks whether the setting `second_factor` requires one of the caller. It concerns only users of the console. */
export async function isSecondFactorRequired(kysely: Kysely<Tables>, caller: UserCaller): Promise<boolean> {
  if (!isEmployee(caller)) return false
  const [row] = await requirementQuery.run(kysely, {})
  const setting = row && (JSON.parse(String(row.value)) as Partial<SecondFactorSetting>)
  return setting?.isRequired === true
}

/** Prepared, because every request of an organiser without a second factor runs it. */
const requirementQuery = prepareQuery((kysely) =>
  moduleTables(kysely)
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'second_factor')
    .where('deleted_at', 'is', null)
    .compile(),
)
