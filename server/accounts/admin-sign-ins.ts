import type { SignInInfo } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { createHttpError } from '#server/errors.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { listSignIns } from './user-sign-ins.ts'
import { findSignIn } from './sign-ins.ts'
import { findUser } from './users.ts'

/**
 * Sign-ins of an account that are still good, for an administrator; one of them may be the one that asks.
 * @throws Refusal `not_found` when there is no such account
 */
export async function listUserSignIns(
  context: AccountsContext,
  userId: string,
  authorization: string | undefined,
): Promise<ListData<SignInInfo>> {
  const user = await findUser(context.db.kysely, userId)
  if (!user) throw createHttpError('not_found')
  const asking = await findSignIn(context.db.kysely, authorization)
  return listSignIns(context, user, asking?.id)
}

/**
 * Ends one sign-in of an account, or all of them, at once. To end what has ended is no fault.
 * @throws Refusal `not_found` when there is no such account, or no such sign-in of it
 */
export async function deleteUserSignIns(
  { db, now }: AccountsContext,
  by: Origin & { actorId: string },
  userId: string,
  signInId?: string,
): Promise<void> {
  const { actorId, requestId, addressBlock } = by
  await db.transaction(async (trx) => {
    if (!(await findUser(trx, userId))) throw createHttpError('not_found')
    const all = trx.deleteFrom('sign_ins').where('user_id', '=', userId)
    const ended = await (signInId === undefined ? all : all.where('id', '=', signInId)).executeTakeFirst()
    const rowCount = Number(ended.numDeletedRows)
    if (signInId !== undefined && rowCount === 0) throw createHttpError('not_found')
    await appendAudit(trx, {
      at: now(),
      actorId,
      action: 'sign_in.ended',
      module: 'users',
      rowId: userId,
      rowCount,
      requestId,
      addressBlock,
    })
  })
}
