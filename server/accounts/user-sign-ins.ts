import type { Kysely } from 'kysely'
import type { Role, SignInInfo } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import type { AccountsContext, OriginWithDevice } from './accounts-context.ts'
import { endSignIns, getSignIn, isExpired, getLifetimes, findSignIn } from './sign-ins.ts'
import { findUser } from './users.ts'

/**
 * How long after a sign-in the user can make it persistent: enough to answer the question of the app, too short for
 * somebody who finds the phone.
 */
const persistWithinMs = 5 * 60_000

/** Lists the valid sign-ins of the caller, the last used first. */
export async function listCallerSignIns(
  context: AccountsContext,
  authorization: string | undefined,
): Promise<ListData<SignInInfo>> {
  const { id, user_id, role, grants } = await getSignIn(context.db.kysely, authorization)
  return listSignIns(context, { id: user_id, role, grants }, id)
}

/**
 * Lists the valid sign-ins of a user, the last used first.
 * @param currentId id of the sign-in of the request, which may be of another user; undefined for an operator
 */
async function listSignIns(
  { db, now }: AccountsContext,
  user: { id: string; role: Role; grants: string | null },
  currentId: string | undefined,
): Promise<ListData<SignInInfo>> {
  const rows = await db.kysely
    .selectFrom('sign_ins')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  const items = rows
    .filter((row) => !isExpired({ ...row, role: user.role, grants: user.grants }, now()))
    .map((row) => ({
      id: row.id,
      device: row.device,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      isKept: Boolean(row.is_kept),
      isThis: row.id === currentId,
    }))
  // A user has few sign-ins, so all are on one page (size 0).
  return { items, page: 1, size: 0, total: items.length }
}

/**
 * Deletes a sign-in of the caller.
 * @throws HttpError `not_found` when it does not exist or belongs to another user
 */
export async function deleteCallerSignIn(
  { db, now }: AccountsContext,
  authorization: string | undefined,
  id: string,
  { requestId, clientAddress }: OriginWithDevice,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { user_id } = await getSignIn(trx, authorization)
    const deletion = await trx
      .deleteFrom('sign_ins')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (!deletion.numDeletedRows) throw createHttpError('not_found')
    await appendAudit(trx, { at: now(), actorId: user_id, action: 'sign_in.ended', requestId, clientAddress })
  })
}

/** Deletes all sign-ins of the caller, that of the request included. */
export async function signOutEverywhere(
  { db, now }: AccountsContext,
  authorization: string | undefined,
  { requestId, clientAddress }: OriginWithDevice,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { user_id } = await getSignIn(trx, authorization)
    await endSignIns(trx, user_id)
    const action = 'sign_out.everywhere'
    await appendAudit(trx, { at: now(), actorId: user_id, action, requestId, clientAddress })
  })
}

/**
 * Makes the sign-in of the caller persistent, so that it lasts longer.
 * @returns when it ends at the latest, an instant
 * @throws HttpError `sign_in.not_kept` for organisers and staff with grants, and long after the sign-in
 */
export async function persistSignIn(
  kysely: Kysely<Tables>,
  authorization: string | undefined,
  now: Date,
): Promise<string> {
  const signIn = await getSignIn(kysely, authorization)
  const createdMs = Date.parse(signIn.created_at)
  const { persistent } = getLifetimes(signIn)
  if (!persistent || now.getTime() - createdMs > persistWithinMs) throw createHttpError('sign_in.not_kept')
  const expiresAt = toInstant(createdMs + persistent.absoluteMs)
  await kysely
    .updateTable('sign_ins')
    .set({ is_kept: true, expires_at: expiresAt })
    .where('token_hash', '=', signIn.token_hash)
    .execute()
  return expiresAt
}

/**
 * Lists the valid sign-ins of an account for an administrator; one of them may be that of the request.
 * @throws HttpError `not_found` when there is no such account
 */
export async function listUserSignIns(
  context: AccountsContext,
  userId: string,
  authorization: string | undefined,
): Promise<ListData<SignInInfo>> {
  const user = await findUser(context.db.kysely, userId)
  if (!user) throw createHttpError('not_found')
  const currentSignIn = await findSignIn(context.db.kysely, authorization)
  return listSignIns(context, user, currentSignIn?.id)
}

/**
 * Deletes one sign-in of an account, or all of them. It is no error when all have ended already.
 * @param signInId the one to delete; all when undefined
 * @throws HttpError `not_found` when there is no such account, or no such sign-in of it
 */
export async function deleteUserSignIns(
  { db, now }: AccountsContext,
  request: OriginWithDevice & { actorId: string },
  userId: string,
  signInId?: string,
): Promise<void> {
  const { actorId, requestId, clientAddress } = request
  await db.transaction(async (trx) => {
    if (!(await findUser(trx, userId))) throw createHttpError('not_found')
    const userSignIns = trx.deleteFrom('sign_ins').where('user_id', '=', userId)
    const deletion = await (
      signInId === undefined ? userSignIns : userSignIns.where('id', '=', signInId)
    ).executeTakeFirst()
    const rowCount = Number(deletion.numDeletedRows)
    if (signInId !== undefined && rowCount === 0) throw createHttpError('not_found')
    await appendAudit(trx, {
      at: now(),
      actorId,
      action: 'sign_in.ended',
      module: 'users',
      rowId: userId,
      rowCount,
      requestId,
      clientAddress,
    })
  })
}
