import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { UploadTicket } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import { ticketTtlMs } from '../files/ttl.ts'
import type { UploadTarget } from './upload-target.ts'

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
