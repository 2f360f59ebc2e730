import type { Kysely } from 'kysely'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { enqueueAccountMessage } from '../account-messages.ts'
import type { AccountsContext } from '../accounts-context.ts'
import { requireReauthentication } from '../reauthenticate.ts'
import { deleteSignInsOf } from '../sign-ins.ts'
import type { ChangedBy } from '../user-state.ts'
import { lockUser } from '../users.ts'
import { deleteSecondFactor, type ProvenRequest } from './second-factor.ts'

/**
 * Takes the second factor of somebody who has lost it away, for an administrator.
 * @throws Refusal `action.own` for one's own, `not_found`, `validation.failed` without proof
 */
export async function resetSecondFactorOf(
  context: AccountsContext,
  request: ProvenRequest,
  userId: string,
): Promise<void> {
  const { db, secrets, now, wakeMessages } = context
  if (userId === request.caller.id) throw createHttpError('action.own')
  const actorId = await requireReauthentication(context, request)
  const { requestId, addressBlock } = request
  const by = { actorId, requestId, addressBlock }
  const isFound = await db.transaction((trx) => resetSecondFactor(trx, secrets, { userId, now: now(), by }))
  if (!isFound) throw createHttpError('not_found')
  wakeMessages()
}

/**
 * Takes an account's second factor away, in the caller's transaction: its sign-ins end, and the person is informed. To
 * reset what is not there is no fault.
 * @returns false when there is no such account
 */
export async function resetSecondFactor(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { userId, now, by }: { userId: string; now: Date; by: ChangedBy & { addressBlock?: string } },
): Promise<boolean> {
  const user = await lockUser(trx, userId)
  if (!user) return false
  if (!(await deleteSecondFactor(trx, userId))) return true
  await deleteSignInsOf(trx, userId)
  await enqueueAccountMessage(trx, secrets, { user, template: 'second_factor_removed', now })
  await appendAudit(trx, { at: now, ...by, action: 'second_factor.reset', module: 'users', rowId: userId })
  return true
}
