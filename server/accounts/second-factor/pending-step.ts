import type { Kysely } from 'kysely'
import type { SecondFactorStep } from '#contract/api.ts'
import type { SecondFactorSetting } from '#contract/forum.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { isEmployee } from '#server/http/permission.ts'

/** Second factor of a sign-in and its account; null when missing. */
export interface SecondFactorMarks {
  /** When the user passed it in this sign-in. */
  second_factor_at: string | null
  /** When the account confirmed its setup. */
  confirmed_at: string | null
}

/**
 * Finds the step that a sign-in needs to be complete. Permissions, setting and factor are read now, so a new setting or
 * grant takes effect with the next request.
 */
export async function findPendingStep(
  kysely: Kysely<Tables>,
  caller: UserCaller,
  marks: SecondFactorMarks,
): Promise<SecondFactorStep | undefined> {
  if (owesSecondFactor(marks)) return 'code'
  if (marks.confirmed_at !== null) return undefined
  return (await isSecondFactorRequired(kysely, caller)) ? 'set_up' : undefined
}

/** Checks whether a sign-in of an account with a second factor has not passed it yet. */
export function owesSecondFactor(marks: SecondFactorMarks): boolean {
  return marks.confirmed_at !== null && marks.second_factor_at === null
}

/** Checks whether the setting requires a second factor of the caller, who works in the console. */
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
