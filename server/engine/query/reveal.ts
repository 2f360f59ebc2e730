import type { Kysely } from 'kysely'
import type { RevealBody, RevealData } from '#contract/row-api.ts'
import { maskedValue } from '#contract/row.ts'
import { insertTemporaryToken } from '#server/accounts/temporary-tokens.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { findFiles } from '#server/files/find-files.ts'
import type { Caller } from '#server/http/caller.ts'
import type { RequestOrigin } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from './access.ts'
import { decodeField, fileNosIn } from '../field-types/codec.ts'
import { listFieldColumns } from '#server/db/module-tables.ts'
import type { EngineContext } from './engine-context.ts'
import { unsealIdNumber } from '../field-types/sealed-fields.ts'
import { findRevealable, findVisibleRow } from './visible-row.ts'
import { createUnknownFieldError } from '../schema/visible-fields.ts'

/** What a caller asks to see, and where from. */
export interface RevealRequest extends RequestOrigin, RevealBody {
  caller: Caller
  module: string
  /** The sign-in that a download's token belongs to. */
  authorization: string | undefined
}

/**
 * Shows one masked value in full, and tells so in the audit log, with the reason; a file by a token for one download.
 * @throws Refusal for a field that the caller does not see masked the very same as for one that is not there, and
 * `not_found` for a row that does not exist for them
 */
export async function revealValue(
  { db, registry, secrets, now }: EngineContext,
  request: RevealRequest,
): Promise<RevealData> {
  const { caller, id, field: key, requestId, addressBlock } = request
  const module = getModule(registry, caller, request.module, 'reveal')
  const field = findRevealable(caller, module, key)
  if (!field) throw createUnknownFieldError(key)
  const { name } = module.definition
  const at = now()
  const effect = async (trx: Kysely<Tables>): Promise<RevealData> => {
    const columns = listFieldColumns(key, field).map((column) => column.name)
    const row = await findVisibleRow(trx, module, caller, { id, columns })
    if (!row) throw createHttpError('not_found')
    const reason = withoutNumbers(request.reason)
    const actorId = caller.kind === 'user' ? caller.id : null
    const entry = { at, actorId, action: 'reveal', module: name, rowId: id, fields: [key], reason }
    await appendAudit(trx, { ...entry, requestId, addressBlock })
    if (field.type === 'id_number')
      return { value: unsealIdNumber(key, row, { secrets, table: name, rowId: id }) }
    const value = decodeField(key, field, row, await findFiles(trx, fileNosIn([[key, field]], [row])))
    if ((field.type !== 'file' && field.type !== 'image') || value === null) return { value }
    const place = { module: name, row_id: id, field: key }
    const no = String(row[key])
    const file = { no, revealed: place }
    return { value, token: await insertTemporaryToken(trx, request.authorization, file, at) }
  }
  return retryOnConflict(() => db.transaction(effect))
}

/** The audit log names nobody: what may be the number of a document or a phone does not come into it with a reason. */
function withoutNumbers(reason: string): string {
  return reason.replaceAll(/\p{L}{0,2}\p{N}(?:[ -]?[\p{N}Xx]){5,}/gu, maskedValue)
}
