import type { Kysely } from 'kysely'
import type { SecondFactorStep } from '#contract/api.ts'
import type { SecondFactorSetting } from '#contract/forum.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { isEmployee } from '#server/http/permission.ts'

/** What a sign-in and its account have of a second factor; null where nothing. */
export interface SecondFactorMarks {
  /** When it was shown in this sign-in. */
  second_factor_at: string | null
  /** When the account's was put into use. */
  confirmed_at: string | null
}

/**
 * Finds what a sign-in needs before it is complete. Rights, setting and factor are those of this moment, so a setting
 * that is switched on, or a grant that is given, holds from the next request on.
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

/** True while a sign-in of an account with a second factor has not shown it. */
export function owesSecondFactor(marks: SecondFactorMarks): boolean {
  return marks.confirmed_at !== null && marks.second_factor_at === null
}

/** True for who works in the console, while the setting requires a second factor of them. */
export async function isSecondFactorRequired(kysely: Kysely<Tables>, caller: UserCaller): Promise<boolean> {
  if (!isEmployee(caller)) return false
  const [row] = await requirementQuery.run(kysely, {})
  const setting = row && (JSON.parse(String(row.value)) as Partial<SecondFactorSetting>)
  return setting?.isRequired === true
}

/** Every request of an organiser without a second factor asks it. */
const requirementQuery = prepareQuery((kysely) =>
  moduleTables(kysely)
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'second_factor')
    .where('deleted_at', 'is', null)
    .compile(),
)
