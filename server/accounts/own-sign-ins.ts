import type { Role, SignInEntry } from '#contract/calls.ts'
import type { ListData } from '#contract/envelope.ts'
import { appendAudit } from '#server/audit/audit-log.ts'
import { refuse } from '#server/http/refusal.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { deleteSignInsOf, getSignIn, hasRunOut } from './sign-ins.ts'

/** A person's own sign-ins that are still good, the one used last first. */
export async function listOwnSignIns(
  context: AccountsContext,
  authorization: string | undefined,
): Promise<ListData<SignInEntry>> {
  const { id, user_id, role, grants } = await getSignIn(context.db.kysely, authorization)
  return listSignIns(context, { id: user_id, role, grants }, id)
}

/** Sign-ins of a person that are still good, the one used last first. @param asking id of the sign-in that asks */
export async function listSignIns(
  { db, now }: AccountsContext,
  user: { id: string; role: Role; grants: string | null },
  asking: string | undefined,
): Promise<ListData<SignInEntry>> {
  const rows = await db.kysely
    .selectFrom('sign_ins')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  const items = rows
    .filter((row) => !hasRunOut({ ...row, role: user.role, grants: user.grants }, now()))
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
export async function endOwnSignIn(
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
    if (!ended.numDeletedRows) throw refuse('not_found')
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
