import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import { hashToken, createToken } from '#server/accounts/opaque-token.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import type { Caller, UserCaller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import type { UploadTicket } from '#contract/api.ts'
import { ticketTtlMs } from '#server/files/store-file.ts'
import type { UploadTarget } from './upload-target.ts'

/** An unfinished upload. */
export interface Upload {
  id: string
  /** Null for an anonymous visitor with a ticket. */
  ownerId: string | null
  target: UploadTarget
  /** Name of the file, sanitized. */
  name: string
  /** Size that the client announced, or the maximum. */
  sizeBytes: number
}

const megabyte = 1024 * 1024
/** Quota of a user, including files replaced within the last day: four times what all forms need. */
const userQuotaBytes = 500 * megabyte
/** The same for organisers, and for staff in modules granted to them: they fill the downloads of the forum. */
const organiserQuotaBytes = 20 * 1024 * megabyte
/** Quota of all uploads by ticket that no form references yet. */
const anonymousQuotaBytes = 2 * 1024 * megabyte
/** Seconds until the next sweep. */
const anonymousRetrySeconds = 600

/**
 * Inserts an upload before its first byte, so that the sweep finds it whatever happens. Concurrent uploads cannot use
 * the same free part of a quota.
 * @param times `ttlMs`: after which the sweep deletes the upload
 * @throws HttpError `upload.quota` of the user; `storage.full` when all anonymous uploads together reach their quota
 */
export async function insertUpload(
  db: Database,
  caller: Caller,
  upload: Upload,
  times: { now: Date; ttlMs: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    // All anonymous uploads share one quota, and so one lock.
    await lockExclusive(trx, `uploads of ${upload.ownerId ?? 'nobody'}`)
    const usedBytes = await sumBytes(trx, upload.ownerId)
    const quotaBytes =
      caller.kind === 'anonymous' ? anonymousQuotaBytes : getQuotaBytes(caller, upload.target.module)
    if (usedBytes + upload.sizeBytes > quotaBytes)
      throw caller.kind === 'anonymous'
        ? createHttpError('storage.full', { retryAfterSeconds: anonymousRetrySeconds })
        : createHttpError('upload.quota')
    await trx
      .insertInto('uploads')
      .values({
        id: upload.id,
        owner_id: upload.ownerId,
        module: upload.target.module,
        field: upload.target.field,
        name: upload.name,
        size_bytes: upload.sizeBytes,
        file_no: null,
        expires_at: toInstant(new Date(times.now.getTime() + times.ttlMs)),
      })
      .execute()
  })
}

/** Gets the quota of a user for uploads to a module. */
function getQuotaBytes({ role, grants = [] }: Pick<UserCaller, 'role' | 'grants'>, module: string): number {
  return role === 'organiser' || grants.includes(module) ? organiserQuotaBytes : userQuotaBytes
}

/**
 * Sums the bytes of the files and unfinished uploads of a user; without an owner, of the anonymous ones that no row
 * references yet.
 */
async function sumBytes(trx: Kysely<Tables>, ownerId: string | null): Promise<number> {
  let files = trx.selectFrom('files').select((eb) => eb.fn.sum('size_bytes').as('bytes'))
  let uploads = trx
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum('size_bytes').as('bytes'))
    // Uploads that became files are counted as files.
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('files').select('no').whereRef('files.no', '=', 'uploads.file_no'))),
    )
  if (ownerId === null) {
    files = files.where('owner_id', 'is', null).where('attached_at', 'is', null)
    uploads = uploads.where('owner_id', 'is', null)
  } else {
    files = files.where('owner_id', '=', ownerId)
    uploads = uploads.where('owner_id', '=', ownerId)
  }
  const sums = [await files.executeTakeFirst(), await uploads.executeTakeFirst()]
  return sums.reduce((total, sum) => total + Number(sum?.bytes ?? 0), 0)
}

/** Deletes an upload. */
export async function deleteUpload(kysely: Kysely<Tables>, id: string): Promise<void> {
  await kysely.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Creates a ticket for one upload. Only its hash is stored. */
export async function insertTicket(
  kysely: Kysely<Tables>,
  { module, field }: UploadTarget,
  now: Date,
): Promise<UploadTicket> {
  const ticket = createToken()
  const expiresAt = toInstant(new Date(now.getTime() + ticketTtlMs))
  await kysely
    .insertInto('upload_tickets')
    .values({ ticket_hash: hashToken(ticket), module, field, expires_at: expiresAt })
    .execute()
  return { ticket, expiresAt }
}

/**
 * Redeems a ticket, once, whatever the result of the upload.
 * @returns module and field of the ticket
 * @throws HttpError when it is unknown, used or expired
 */
export async function redeemTicket(
  kysely: Kysely<Tables>,
  ticket: string,
  now: Date,
): Promise<{ module: string; field: string }> {
  const row = await kysely
    .deleteFrom('upload_tickets')
    .where('ticket_hash', '=', hashToken(ticket))
    .where('expires_at', '>', toInstant(now))
    .returning(['module', 'field'])
    .executeTakeFirst()
  if (!row) throw createHttpError('upload.ticket')
  return row
}
