import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import type { Caller, UserCaller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import type { UploadTicket } from '#contract/api.ts'
import { ticketTtlMs } from '#server/files/store-file.ts'
import type { UploadTarget } from './upload-target.ts'

/** An upload on its way. */
export interface Upload {
  id: string
  ownerId: string | null
  target: UploadTarget
  name: string
  /** Announced, or the most that may come. */
  sizeBytes: number
}

const megabyte = 1024 * 1024
/** What a person may keep here, replaced files of the last day included: four times all that forms ask for. */
const userQuotaBytes = 500 * megabyte
/** The same for who fills the forum's downloads: organisers, and staff for the modules that were granted to them. */
const organiserQuotaBytes = 20 * 1024 * megabyte
/** What all uploads by ticket together may hold before a form names them. */
const anonymousQuotaBytes = 2 * 1024 * megabyte
/** Until the next sweep, in seconds. */
const anonymousRetrySeconds = 600

/**
 * Notes an upload before its first byte, so that nothing of it stays behind whatever happens, and so that no two at
 * the same time share what is left of a quota.
 * @throws Refusal when the person, or nobody in all, has uploaded enough
 */
export async function insertUpload(
  db: Database,
  caller: Caller,
  upload: Upload,
  times: { now: Date; keepMs: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockExclusive(trx, `uploads of ${upload.ownerId ?? 'nobody'}`)
    const used = await sumBytes(trx, upload.ownerId)
    const limit =
      caller.kind === 'anonymous' ? anonymousQuotaBytes : getQuotaBytes(caller, upload.target.module)
    if (used + upload.sizeBytes > limit)
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
        expires_at: toInstant(new Date(times.now.getTime() + times.keepMs)),
      })
      .execute()
  })
}

function getQuotaBytes({ role, grants = [] }: Pick<UserCaller, 'role' | 'grants'>, module: string): number {
  return role === 'organiser' || grants.includes(module) ? organiserQuotaBytes : userQuotaBytes
}

/** Bytes of a person's files and of uploads on their way; of nobody's, those that no row has named yet. */
async function sumBytes(trx: Kysely<Tables>, ownerId: string | null): Promise<number> {
  let files = trx.selectFrom('files').select((eb) => eb.fn.sum('size_bytes').as('bytes'))
  let uploads = trx
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum('size_bytes').as('bytes'))
    // One that has become a file is counted there.
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

/** Forgets an upload. */
export async function deleteUpload(kysely: Kysely<Tables>, id: string): Promise<void> {
  await kysely.deleteFrom('uploads').where('id', '=', id).execute()
}

const ticketBytes = 32

/** Makes a ticket for one upload. It is kept nowhere, only its hash is. */
export async function insertTicket(
  kysely: Kysely<Tables>,
  { module, field }: UploadTarget,
  now: Date,
): Promise<UploadTicket> {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  const expiresAt = toInstant(new Date(now.getTime() + ticketTtlMs))
  await kysely
    .insertInto('upload_tickets')
    .values({ ticket_hash: hashOf(ticket), module, field, expires_at: expiresAt })
    .execute()
  return { ticket, expiresAt }
}

/**
 * Takes a ticket, once, whatever comes of the upload.
 * @returns module and field that it was made for
 * @throws Refusal when it is unknown, used or has run out
 */
export async function redeemTicket(
  kysely: Kysely<Tables>,
  ticket: string,
  now: Date,
): Promise<{ module: string; field: string }> {
  const row = await kysely
    .deleteFrom('upload_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', toInstant(now))
    .returning(['module', 'field'])
    .executeTakeFirst()
  if (!row) throw createHttpError('upload.ticket')
  return row
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}
