import type { Kysely } from 'kysely'
import { appendAudit } from '#server/db/audit-log.ts'
import type { AccountsContext, OriginWithDevice } from '#server/accounts/accounts-context.ts'
import { requireReauthentication } from '#server/accounts/reauthenticate.ts'
import { requireOtherAdministrator } from '#server/accounts/account-permissions.ts'
import { getSignIn } from '#server/accounts/sign-ins.ts'
import { lockUser } from '#server/accounts/users.ts'
import type { Tables } from '#server/db/client.ts'
import { purgeRows } from '#server/engine/write/erase-rows.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { deleteRevisions } from '#server/db/delete-revisions.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { alreadyExpiredAt } from '#server/files/store-file.ts'
import { createHttpError } from '#server/errors.ts'
import { cancelMessage } from '#server/messages/outgoing.ts'
import { findOwnedIds, personalTables } from './collect.ts'

/** Dependencies of erasing. */
export interface EraseContext extends AccountsContext {
  registry: Registry
  storage: FileStorage
}

/** Caller of an erasure, and their proof. */
export interface EraseRequest extends OriginWithDevice {
  authorization: string | undefined
  password: string | undefined
}

/**
 * Erases a user's account and all their data for good, and ends all their sign-ins. Rows that stay, such as the audit
 * log, hold an id that belongs to nobody.
 * @throws HttpError `validation.failed` without proof, `account.last_administrator`, `sign_in.required` when the
 * account is erased already
 */
export async function erasePersonalData(context: EraseContext, request: EraseRequest): Promise<void> {
  const { db, now, registry } = context
  const userId = await requireReauthentication(context, request)
  const at = now()
  await db.transaction(async (trx) => {
    if (!(await lockUser(trx, userId))) throw createHttpError('sign_in.required')
    await requireOtherAdministrator(trx, userId)
    // A sign-in that ended after the proof cancels the erasure.
    await getSignIn(trx, request.authorization)
    for (const module of registry.modules) {
      if (module.ownership?.onErasure !== 'goes') continue
      await purgeRows(trx, module.definition, await findOwnedIds(trx, module, userId), at)
    }
    await expireFiles(trx, userId)
    await cancelMessages(trx, userId, at)
    await deletePersonalRows(trx, userId)
    const { requestId, clientAddress } = request
    const auditEntry = { module: 'users', rowId: userId, requestId, clientAddress }
    await appendAudit(trx, { at, actorId: userId, action: 'account.erased', ...auditEntry })
  })
  // Deletes the bytes now. If that fails, the next sweep deletes them, and no route serves them until then. Without a
  // time the sweep deletes only what `alreadyExpiredAt` marks.
  await sweepFiles({ db, registry, storage: context.storage, now }, undefined).catch(() => undefined)
}

/** Expires files that no other row references. Files in use stay without an owner. */
async function expireFiles(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx
    .updateTable('files')
    .set({ expires_at: alreadyExpiredAt })
    .where('owner_id', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('file_references').select('no').whereRef('file_references.no', '=', 'files.no'),
        ),
      ),
    )
    .execute()
  await trx.updateTable('files').set({ owner_id: null }).where('owner_id', '=', userId).execute()
  await trx
    .updateTable('uploads')
    .set({ expires_at: alreadyExpiredAt, owner_id: null })
    .where('owner_id', '=', userId)
    .execute()
}

async function cancelMessages(trx: Kysely<Tables>, userId: string, at: Date): Promise<void> {
  const queuedMessages = await trx
    .selectFrom('message_queue')
    .select('message_id')
    .where('user_id', '=', userId)
    .execute()
  for (const { message_id: id } of queuedMessages) await cancelMessage(trx, id, at)
}

/** Deletes a user's rows outside of modules. The account goes last, because other tables reference it. */
async function deletePersonalRows(trx: Kysely<Tables>, userId: string): Promise<void> {
  const tables = Object.entries(personalTables).toSorted(
    ([a], [b]) => Number(a === 'users') - Number(b === 'users'),
  )
  for (const [name, table] of tables)
    if (table) await moduleTables(trx).deleteFrom(name).where(table.owner, '=', userId).execute()
  // The account's history contains its former values.
  await deleteRevisions(trx, 'users', [userId])
}
