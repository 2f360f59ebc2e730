import type { Kysely } from 'kysely'
import type { Role, SignInInfo } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { deleteSignInsOf, getSignIn, isExpired, spansOf } from './sign-ins.ts'

/** Right after signing in, for keeping it: time enough to answer the question, too short for who finds the phone. */
const keepWithinMs = 5 * 60_000

/** A person's own sign-ins that are still good, the one used last first. */
export async function listCallerSignIns(
  context: AccountsContext,
  authorization: string | undefined,
): Promise<ListData<SignInInfo>> {
  const { id, user_id, role, grants } = await getSignIn(context.db.kysely, authorization)
  return listSignIns(context, { id: user_id, role, grants }, id)
}

/** Sign-ins of a person that are still good, the one used last first. @param asking id of the sign-in that asks */
export async function listSignIns(
  { db, now }: AccountsContext,
  user: { id: string; role: Role; grants: string | null },
  asking: string | undefined,
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
      isThis: row.id === asking,
    }))
  return { items, page: 1, size: 0, total: items.length }
}

/**
 * Ends one of the caller's own sign-ins.
 * @throws Refusal `not_found` for another person's as for none
 */
export async function deleteCallerSignIn(
  { db, now }: AccountsContext,
  authorization: string | undefined,
  id: string,
  { requestId, addressBlock }: Origin,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { user_id } = await getSignIn(trx, authorization)
    const ended = await trx
      .deleteFrom('sign_ins')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (!ended.numDeletedRows) throw createHttpError('not_found')
    await appendAudit(trx, { at: now(), actorId: user_id, action: 'sign_in.ended', requestId, addressBlock })
  })
}

/** Ends all of the caller's sign-ins, on this device too. */
export async function signOutEverywhere(
  { db, now }: AccountsContext,
  authorization: string | undefined,
  { requestId, addressBlock }: Origin,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { user_id } = await getSignIn(trx, authorization)
    await deleteSignInsOf(trx, user_id)
    const action = 'sign_out.everywhere'
    await appendAudit(trx, { at: now(), actorId: user_id, action, requestId, addressBlock })
  })
}

/**
 * Keeps a sign-in on its device: it lasts longer.
 * @returns when it ends at the latest
 * @throws Refusal `sign_in.not_kept` for who does organisers' work, and when the sign-in is not fresh
 */
export async function persistSignIn(
  kysely: Kysely<Tables>,
  authorization: string | undefined,
  now: Date,
): Promise<string> {
  const signIn = await getSignIn(kysely, authorization)
  const createdMs = Date.parse(signIn.created_at)
  const { kept } = spansOf(signIn)
  if (!kept || now.getTime() - createdMs > keepWithinMs) throw createHttpError('sign_in.not_kept')
  const expiresAt = toInstant(createdMs + kept.absoluteMs)
  await kysely
    .updateTable('sign_ins')
    .set({ is_kept: true, expires_at: expiresAt })
    .where('token_hash', '=', signIn.token_hash)
    .execute()
  return expiresAt
}
