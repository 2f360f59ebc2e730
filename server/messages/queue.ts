import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { toInstant } from '#contract/time.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { lockSkipLocked } from '#server/db/locks.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { deleteRevisions } from '#server/db/delete-revisions.ts'
import { updateMessageState, type Channel, type MessageState } from './outgoing.ts'

/** A message that this process alone tries to send now. */
export interface ClaimedMessage {
  id: string
  template: string
  /** This try included. */
  tries: number
  payload: string
  createdAt: string
  expiresAt: string | null
  /** Proves that the message is still ours. */
  lease: string
}

/**
 * How long a message is ours, in milliseconds: longer than a try may take. When the process dies meanwhile, another one
 * takes the message over after it.
 */
export const leaseMs = 120_000

/** Messages to take. */
export interface ClaimOptions {
  channel: Channel
  /** At most so many. */
  count: number
  /** On their way in this process: a clock that is put forward ends their leases, not their tries. */
  except: readonly string[]
}

/** Clocks of two servers may differ so much, in milliseconds. */
const skewMs = 60_000

/**
 * Takes messages that are due: of each recipient the oldest that waits, and none while that one is on its way. Codes go
 * before the rest. The try is counted before it is made, so that one that kills the process counts.
 */
export async function claimMessages(
  db: Database,
  options: ClaimOptions,
  now: Date,
): Promise<ClaimedMessage[]> {
  // SQLite: a transaction would hold all other writers up every second, for nothing.
  if ((await listDueMessages(db.kysely, { ...options, count: 1 }, { now, shouldLock: false })).length === 0)
    return []
  return db.transaction(async (trx) => {
    const due = await listDueMessages(trx, options, { now, shouldLock: true })
    if (due.length === 0) return []
    const lease = randomUUID()
    const ids = due.map((row) => row.message_id)
    await trx
      .updateTable('message_queue')
      .set({ lease, leased_until: toInstant(now.getTime() + leaseMs) })
      .where('message_id', 'in', ids)
      .execute()
    const updated = await moduleTables(trx)
      .updateTable(outgoingMessages.name)
      .set((eb) => ({ tries: eb('tries', '+', 1), updated_at: toInstant(now) }))
      .where('id', 'in', ids)
      .returning(['id', 'template', 'tries', 'created_at'])
      .execute()
    const rows = new Map(updated.map((row) => [row['id'], row]))
    return due.map((row) => ({
      id: row.message_id,
      template: String(rows.get(row.message_id)?.['template']),
      tries: Number(rows.get(row.message_id)?.['tries']),
      payload: row.payload,
      createdAt: String(rows.get(row.message_id)?.['created_at']),
      expiresAt: row.expires_at,
      lease,
    }))
  })
}

/** Ends a message that was sent or given up: what it says is forgotten. */
export async function finishMessage(
  trx: Kysely<Tables>,
  message: ClaimedMessage,
  state: Omit<MessageState, 'next_try_at'>,
  now: Date,
): Promise<void> {
  const ours = await trx
    .deleteFrom('message_queue')
    .where('message_id', '=', message.id)
    .where('lease', '=', message.lease)
    .returning('message_id')
    .executeTakeFirst()
  if (ours) await updateMessageState(trx, message.id, { ...state, next_try_at: null }, now)
}

/** Gives a message back, to be tried again later. */
export async function returnMessage(
  trx: Kysely<Tables>,
  message: ClaimedMessage,
  retry: { nextTryAt: Date; problem: string },
  now: Date,
): Promise<void> {
  const nextTryAt = toInstant(retry.nextTryAt)
  const ours = await trx
    .updateTable('message_queue')
    .set({ lease: null, leased_until: null, next_try_at: nextTryAt })
    .where('message_id', '=', message.id)
    .where('lease', '=', message.lease)
    .returning('message_id')
    .executeTakeFirst()
  const state = { state: 'waiting', next_try_at: nextTryAt, problem: retry.problem } as const
  if (ours) await updateMessageState(trx, message.id, state, now)
}

/** Gives a message up for now: what it says is kept, sealed, for who has it tried again. */
export async function parkMessage(
  trx: Kysely<Tables>,
  message: ClaimedMessage,
  problem: string,
  now: Date,
): Promise<void> {
  const ours = await trx
    .updateTable('message_queue')
    .set({ lease: null, leased_until: null, parked_at: toInstant(now) })
    .where('message_id', '=', message.id)
    .where('lease', '=', message.lease)
    .returning('message_id')
    .executeTakeFirst()
  if (ours) await updateMessageState(trx, message.id, { state: 'parked', problem, next_try_at: null }, now)
}

/**
 * Has a parked message tried again, in the caller's transaction. It goes behind nothing: those to the same person that
 * were entrusted later did not wait for it.
 * @returns false when nothing is kept of what it says
 */
export async function requeueMessage(trx: Kysely<Tables>, id: string, now: Date): Promise<boolean> {
  const revived = await trx
    .updateTable('message_queue')
    .set({ parked_at: null, next_try_at: toInstant(now) })
    .where('message_id', '=', id)
    .where('parked_at', 'is not', null)
    .returning('message_id')
    .executeTakeFirst()
  return revived !== undefined
}

interface DueRow {
  message_id: string
  payload: string
  expires_at: string | null
}

interface DueOptions {
  now: Date
  /** True to lock the rows: those that another process has locked are left out. */
  shouldLock: boolean
}

async function listDueMessages(
  kysely: Kysely<Tables>,
  claim: ClaimOptions,
  options: DueOptions,
): Promise<DueRow[]> {
  const urgent = await buildDueQuery(kysely, claim, { ...options, isUrgent: true }).execute()
  const count = claim.count - urgent.length
  if (count === 0) return urgent
  const others = buildDueQuery(kysely, { ...claim, count }, { ...options, isUrgent: false })
  return [...urgent, ...(await others.execute())]
}

/** What is due; also what could not be that far ahead if the clock had not been set back. */
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

/** How long it can be seen that a message was sent, in milliseconds. Parked ones stay until somebody looks. */
const historyMs = 30 * 24 * 60 * 60 * 1000

/** Forgets that messages were sent which were entrusted long ago. */
export async function deleteOldMessages(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const old = moduleTables(kysely)
    .selectFrom(outgoingMessages.name)
    .select('id')
    .where('deleted_at', 'is', null)
    .where('created_at', '<', toInstant(now.getTime() - historyMs))
    .where('state', 'in', ['sent', 'expired'])
    .limit(500)
  const rows = await old.execute()
  if (rows.length === 0) return
  const ids = rows.map((row) => String(row['id']))
  await moduleTables(kysely).deleteFrom(outgoingMessages.name).where('id', 'in', ids).execute()
  // An administrator may have had it sent again.
  await deleteRevisions(kysely, outgoingMessages.name, ids)
}

/** Pauses after the first to the seventh try, in minutes: 24 hours in all. */
const patientMinutes = [1, 4, 15, 40, 120, 360, 900]
/** The same for what expires within minutes, as codes do, in seconds: within five minutes in all. */
const urgentSeconds = [2, 4, 8, 16, 32, 64, 128]

/** After so many tries a message is parked: eight. */
export const maxAttempts = patientMinutes.length + 1

/** The longest of them. */
const maxRetryDelayMs = Math.max(...patientMinutes) * 60_000

/**
 * Milliseconds until the next try.
 * @param tries how often it was tried
 * @returns undefined when it is given up
 */
export function getRetryDelayMs(tries: number, isUrgent: boolean): number | undefined {
  const pause = (isUrgent ? urgentSeconds : patientMinutes)[Math.max(0, tries - 1)]
  return pause === undefined ? undefined : pause * (isUrgent ? 1000 : 60_000)
}
