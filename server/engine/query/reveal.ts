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
import { getFieldType, isSealed } from '../field-types/index.ts'
import { getModule } from './access.ts'
import { decodeField, listFileNos } from '../field-types/codec.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import type { EngineContext } from './engine-context.ts'
import { unsealIdNumber } from '#server/engine/field-types/id-number.ts'
import { findRevealable, findVisibleRow } from './row-query.ts'
import { createUnknownFieldError } from '../schema/visible-fields.ts'

/** A request to reveal a value, with its origin. */
export interface RevealRequest extends RequestOrigin, RevealBody {
  caller: Caller
  /** Name of the module. */
  module: string
  /** Authorization header of the sign-in that a download token belongs to. */
  authorization: string | undefined
}

/**
 * Reveals one masked value and records it in the audit log, with the reason; a file by a token for one download.
 * @throws HttpError `query.unknown_field` for a field that the caller does not see masked, as for one that does not exist;
 * `not_found` for a row that does not exist for the caller
 */
export async function revealValue(
  { db, registry, secrets, now }: EngineContext,
  request: RevealRequest,
): Promise<RevealData> {
  const { caller, id, field: key, requestId, clientAddress } = request
  const module = getModule(registry, caller, request.module, 'reveal')
  const field = findRevealable(caller, module, key)
  if (!field) throw createUnknownFieldError(key)
  const { name } = module.definition
  const at = now()
  const reveal = async (trx: Kysely<Tables>): Promise<RevealData> => {
    const columns = listFieldColumns(key, field).map((column) => column.name)
    const row = await findVisibleRow(trx, module, caller, { id, columns })
    if (!row) throw createHttpError('not_found')
    const reason = maskNumbers(request.reason)
    const actorId = caller.kind === 'user' ? caller.id : null
    const entry = { at, actorId, action: 'reveal', module: name, rowId: id, fields: [key], reason }
    await appendAudit(trx, { ...entry, requestId, clientAddress })
    if (isSealed(field)) return { value: unsealIdNumber(key, row, { secrets, table: name, rowId: id }) }
    const value = decodeField(key, field, row, await findFiles(trx, listFileNos([[key, field]], [row])))
    if (!getFieldType(field).isFile || value === null) return { value }
    const revealedField = { module: name, row_id: id, field: key }
    const file = { no: String(row[key]), revealed: revealedField }
    return { value, token: await insertTemporaryToken(trx, request.authorization, file, at) }
  }
  return retryOnConflict(() => db.transaction(reveal))
}

/**
 * Masks what may be a document or phone number in a reason: `E12345678`, `138-1234 5678`, `11010519491231002X`. It has six
 * digits or more, after up to two letters. The audit log holds no personal data.
 */
function maskNumbers(reason: string): string {
  return reason.replaceAll(/\p{L}{0,2}\p{N}(?:[ -]?[\p{N}Xx]){5,}/gu, maskedValue)
}
