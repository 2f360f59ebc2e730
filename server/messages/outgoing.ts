import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import { outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { maskRecipient } from './recipients.ts'
import type { Template } from './templates.ts'

/** How a message reaches its recipient. Each channel has its own transport, sender and pauses. */
export type Channel = 'sms' | 'mail'

/** A message to enqueue. */
export interface OutgoingMessage {
  channel: Channel
  /** E.164 number or e-mail address. */
  to: string
  template: Template
  /** Values for the placeholders of the template's texts. The sender adds `time`: when the message was enqueued. */
  params?: Readonly<Record<string, string | number>>
  /** Language of the recipient, not of the user who causes the message. */
  locale: Locale
  /** The account of the recipient, when there is one. */
  userId?: string
  now: Date
  /** The message is not sent after this time. */
  expiresAt?: Date
}

/** Recipient and content of a message; sealed in the queue. */
export interface Payload {
  to: string
  locale: Locale
  params: Readonly<Record<string, string | number>>
}

/**
 * Enqueues a message in the transaction of its cause, so it is sent only when that is committed. Messages to one
 * recipient are sent in the order of these calls.
 * @returns the id of the message
 */
export async function enqueueMessage(
  trx: Kysely<Tables>,
  message: OutgoingMessage,
  secrets: Secrets,
): Promise<string> {
  const { channel, to, template, params = {}, locale, userId = null, now, expiresAt } = message
  const id = randomUUID()
  const at = toInstant(now)
  await moduleTables(trx)
    .insertInto(outgoingMessages.name)
    .values({
      id,
      version: 1,
      created_at: at,
      updated_at: at,
      channel,
      recipient: maskRecipient(to),
      template,
      language: locale,
      state: 'waiting',
      tries: 0,
      next_try_at: at,
    })
    .execute()
  const payload: Payload = { to, locale, params }
  await trx
    .insertInto('message_queue')
    .values({
      message_id: id,
      channel,
      // Messages of one lane are sent one after the other: an older code never arrives after a newer one.
      lane: secrets.hmac('message lane', `${channel} ${to.toLowerCase()}`),
      user_id: userId,
      payload: secrets.seal(JSON.stringify(payload), formatSealContext(id)),
      next_try_at: at,
      expires_at: expiresAt ? toInstant(expiresAt) : null,
    })
    .execute()
  return id
}

/** Cancels a message that is not needed any more. One that is being sent now is still delivered. */
export async function cancelMessage(trx: Kysely<Tables>, id: string, now: Date): Promise<void> {
  const deletedRow = await trx
    .deleteFrom('message_queue')
    .where('message_id', '=', id)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', toInstant(now))]))
    .returning('message_id')
    .executeTakeFirst()
  if (deletedRow) await updateMessageState(trx, id, { state: 'expired', next_try_at: null }, now)
}

/** New values for the row of a message in `outgoing_messages`, which the console lists. */
export interface MessageState {
  state: 'waiting' | 'sent' | 'parked' | 'expired'
  /** Null when no attempt follows. */
  next_try_at: string | null
  sent_at?: string
  /** `problem` of the last DeliveryError; null clears it. */
  problem?: string | null
}

/** Updates the state of a message. */
export async function updateMessageState(
  trx: Kysely<Tables>,
  id: string,
  state: MessageState,
  now: Date,
): Promise<void> {
  await moduleTables(trx)
    .updateTable(outgoingMessages.name)
    .set((eb) => ({ ...state, updated_at: toInstant(now), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Decrypts the content of a message. @throws UnsealError when it was sealed for another message or with lost keys */
export function unsealPayload(secrets: Secrets, id: string, sealed: string): Payload {
  return JSON.parse(secrets.unseal(sealed, formatSealContext(id))) as Payload
}

/** Names the column where a payload is stored: one that is copied to another message cannot be unsealed. */
function formatSealContext(id: string): string {
  return `message_queue payload ${id}`
}
