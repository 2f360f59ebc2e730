import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { toInstant } from '#contract/time.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { lockSkipLocked } from '#server/db/locks.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { deleteRevisions } from '#server/db/delete-revisions.ts'
import { updateMessageState, type Channel, type MessageState } from './outgoing.ts'

/** A message whose lease this process has, so that no other process sends it. */
export interface ClaimedMessage {
  id: string
  template: string
  /** Attempts, this one included. */
  tries: number
  /** Sealed recipient and content: see `unsealPayload`. */
  payload: string
  /** When the message was enqueued, an instant. */
  createdAt: string
  /** The message is not sent after this time; null when it stays useful. */
  expiresAt: string | null
  /**
   * Id of the lease. When it ended and another process claimed the message, the queue has another id, and functions that
   * record a result of this process do nothing.
   */
  lease: string
}

/**
 * Duration of a lease, in milliseconds: longer than an attempt can take. When a process dies, another one claims its
 * messages afterwards.
 */
export const leaseMs = 120_000

/** Which messages to claim. */
export interface ClaimOptions {
  channel: Channel
  /** Maximum number of messages. */
  count: number
  /** Ids that this process is sending. When the clock is put forward their leases end, but not their attempts. */
  except: readonly string[]
}

/** Largest difference between the clocks of two servers, in milliseconds. */
const skewMs = 60_000

/**
 * Claims due messages: for each recipient the oldest one, and none while that one is being sent. Messages that expire,
 * such as codes, have priority.
 * The attempt is counted before it is made, so one that kills the process counts.
 */
export async function claimMessages(
  db: Database,
  options: ClaimOptions,
  now: Date,
): Promise<ClaimedMessage[]> {
  // Without due messages no transaction starts: on SQLite it would block all other writers every second.
  if ((await listDueMessages(db.kysely, { ...options, count: 1 }, { now, shouldLock: false })).length === 0)
    return []
  return db.transaction(async (trx) => {
    const dueRows = await listDueMessages(trx, options, { now, shouldLock: true })
    // Another process has claimed them in between.
    if (dueRows.length === 0) return []
    const lease = randomUUID()
    const ids = dueRows.map((row) => row.message_id)
    await trx
      .updateTable('message_queue')
      .set({ lease, leased_until: toInstant(now.getTime() + leaseMs) })
      .where('message_id', 'in', ids)
      .execute()
    const updatedRows = await moduleTables(trx)
      .updateTable(outgoingMessages.name)
      .set((eb) => ({ tries: eb('tries', '+', 1), updated_at: toInstant(now) }))
      .where('id', 'in', ids)
      .returning(['id', 'template', 'tries', 'created_at'])
      .execute()
    const rowsById = new Map(updatedRows.map((row) => [row['id'], row]))
    // `String` and `Number` only give types: the columns of modules' tables have none.
    return dueRows.map((row) => ({
      id: row.message_id,
      template: String(rowsById.get(row.message_id)?.['template']),
      tries: Number(rowsById.get(row.message_id)?.['tries']),
      payload: row.payload,
      createdAt: String(rowsById.get(row.message_id)?.['created_at']),
      expiresAt: row.expires_at,
      lease,
    }))
  })
}

/** Finishes a message that was sent or given up, and deletes its content. Does nothing without the lease. */
export async function finishMessage(
  trx: Kysely<Tables>,
  message: ClaimedMessage,
  state: Omit<MessageState, 'next_try_at'>,
  now: Date,
): Promise<void> {
  const claimedRow = await trx
    .deleteFrom('message_queue')
    .where('message_id', '=', message.id)
    .where('lease', '=', message.lease)
    .returning('message_id')
    .executeTakeFirst()
  if (claimedRow) await updateMessageState(trx, message.id, { ...state, next_try_at: null }, now)
}

/** Returns a message to the queue for a later attempt. Does nothing when this process has lost the lease. */
export async function returnMessage(
  trx: Kysely<Tables>,
  message: ClaimedMessage,
  retry: { nextTryAt: Date; problem: string },
  now: Date,
): Promise<void> {
  const nextTryAt = toInstant(retry.nextTryAt)
  const claimedRow = await trx
    .updateTable('message_queue')
    .set({ lease: null, leased_until: null, next_try_at: nextTryAt })
    .where('message_id', '=', message.id)
    .where('lease', '=', message.lease)
    .returning('message_id')
    .executeTakeFirst()
  const state = { state: 'waiting', next_try_at: nextTryAt, problem: retry.problem } as const
  if (claimedRow) await updateMessageState(trx, message.id, state, now)
}

/** Parks a message: its sealed content stays for an administrator who requeues it. Does nothing without the lease. */
export async function parkMessage(
  trx: Kysely<Tables>,
  message: ClaimedMessage,
  problem: string,
  now: Date,
): Promise<void> {
  const claimedRow = await trx
    .updateTable('message_queue')
    .set({ lease: null, leased_until: null, parked_at: toInstant(now) })
    .where('message_id', '=', message.id)
    .where('lease', '=', message.lease)
    .returning('message_id')
    .executeTakeFirst()
  if (claimedRow)
    await updateMessageState(trx, message.id, { state: 'parked', problem, next_try_at: null }, now)
}

/**
 * Requeues a parked message, in the transaction of the caller. Later messages to the same recipient have been sent
 * before it.
 * @returns false when its content was deleted
 */
export async function requeueMessage(trx: Kysely<Tables>, id: string, now: Date): Promise<boolean> {
  const requeuedRow = await trx
    .updateTable('message_queue')
    .set({ parked_at: null, next_try_at: toInstant(now) })
    .where('message_id', '=', id)
    .where('parked_at', 'is not', null)
    .returning('message_id')
    .executeTakeFirst()
  return requeuedRow !== undefined
}

/** A due row of `message_queue`. */
interface DueRow {
  message_id: string
  payload: string
  expires_at: string | null
}

/** When a message must be due, and whether to lock it. */
interface DueOptions {
  now: Date
  /** True to lock the rows; rows that another process has locked are skipped. */
  shouldLock: boolean
}

async function listDueMessages(
  kysely: Kysely<Tables>,
  claim: ClaimOptions,
  options: DueOptions,
): Promise<DueRow[]> {
  const urgentRows = await buildDueQuery(kysely, claim, { ...options, isUrgent: true }).execute()
  const count = claim.count - urgentRows.length
  if (count === 0) return urgentRows
  const othersQuery = buildDueQuery(kysely, { ...claim, count }, { ...options, isUrgent: false })
  return [...urgentRows, ...(await othersQuery.execute())]
}

/**
 * Selects due messages, of each recipient (`lane`) only the oldest. A time too far in the future counts as due as well:
 * the clock was set back after the last attempt.
 */
function buildDueQuery(
  kysely: Kysely<Tables>,
  { channel, count, except }: ClaimOptions,
  { now, isUrgent, shouldLock }: DueOptions & { isUrgent: boolean },
) {
  const at = toInstant(now)
  const query = kysely
    .selectFrom('message_queue')
    .select(['message_id', 'payload', 'expires_at'])
    .where('channel', '=', channel)
    .where('parked_at', 'is', null)
    .where('expires_at', isUrgent ? 'is not' : 'is', null)
    // An empty list is no valid SQL; no id is empty.
    .where('message_id', 'not in', except.length > 0 ? except : [''])
    .where((eb) =>
      eb.or([
        eb('next_try_at', '<=', at),
        eb('expires_at', '<=', at),
        eb('next_try_at', '>', toInstant(now.getTime() + maxRetryDelayMs)),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', at),
        eb('leased_until', '>', toInstant(now.getTime() + leaseMs + skewMs)),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message_queue as earlier')
            .select('earlier.seq')
            .whereRef('earlier.lane', '=', 'message_queue.lane')
            .whereRef('earlier.seq', '<', 'message_queue.seq')
            .where('earlier.parked_at', 'is', null),
        ),
      ),
    )
    .orderBy('seq')
    .limit(count)
  return shouldLock ? lockSkipLocked(query, kysely) : query
}

/** How long sent messages are listed, in milliseconds. Parked ones stay until an administrator handles them. */
const historyMs = 30 * 24 * 60 * 60 * 1000

/** Rows that one call deletes; the next one continues. */
const deletionBatchSize = 500

/** Deletes the rows of `outgoing_messages` that are old and were sent or have expired. */
export async function deleteOldMessages(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const oldMessagesQuery = moduleTables(kysely)
    .selectFrom(outgoingMessages.name)
    .select('id')
    .where('deleted_at', 'is', null)
    .where('created_at', '<', toInstant(now.getTime() - historyMs))
    .where('state', 'in', ['sent', 'expired'])
    .limit(deletionBatchSize)
  const rows = await oldMessagesQuery.execute()
  if (rows.length === 0) return
  const ids = rows.map((row) => String(row['id']))
  await moduleTables(kysely).deleteFrom(outgoingMessages.name).where('id', 'in', ids).execute()
  // Messages that an administrator requeued have revisions.
  await deleteRevisions(kysely, outgoingMessages.name, ids)
}

/** Delays after the first to the seventh attempt, in minutes: 24 hours in all. */
const usualRetryMinutes = [1, 4, 15, 40, 120, 360, 900]
/** Delays for messages that expire within minutes, such as codes, in seconds: five minutes in all. */
const urgentRetrySeconds = [2, 4, 8, 16, 32, 64, 128]

/** Attempts after which a message is parked. Both lists of delays have the same length. */
export const maxAttempts = usualRetryMinutes.length + 1

/** The longest delay: a later `next_try_at` was written before the clock was set back. */
const maxRetryDelayMs = Math.max(...usualRetryMinutes) * 60_000

/**
 * Gets the delay until the next attempt, in milliseconds.
 * @param tries number of attempts so far
 * @param isUrgent true for a message that expires
 * @returns undefined when no attempt is left
 */
export function getRetryDelayMs(tries: number, isUrgent: boolean): number | undefined {
  const delay = (isUrgent ? urgentRetrySeconds : usualRetryMinutes)[Math.max(0, tries - 1)]
  return delay === undefined ? undefined : delay * (isUrgent ? 1000 : 60_000)
}
