import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { refuse } from './refusal.ts'

/** Longer than any phone waits with what it could not send: the outbox asks after 14 days (offline.md 3). */
const keptDays = 30
const dayMs = 24 * 3600 * 1000

/** One call with a key. The same person, route and key mean the same call. */
export interface KeyedCall {
  userId: string
  /** Method and path, as called. */
  route: string
  key: string
  /** Canonical JSON of the body. */
  body: string
}

/** What was answered. */
export interface KeptAnswer {
  /** HTTP status. */
  status: number
  /** Text of the envelope. */
  body: string
}

/** What keeping works with. */
export interface KeepOptions {
  now: () => Date
  secrets: Secrets
}

/** Names a call, for locks and seals. */
export function scopeOf({ userId, route, key }: KeyedCall): string {
  return JSON.stringify([userId, route, key])
}

/**
 * The answer that this call was given before, if it is still kept.
 * @throws Refusal `idempotency.other_body` when the key belongs to another body
 */
export async function findKept(
  trx: Kysely<Tables>,
  call: KeyedCall,
  { now, secrets }: KeepOptions,
): Promise<KeptAnswer | undefined> {
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hmac', 'status', 'answer', 'expires_at'])
    .where('user_id', '=', call.userId)
    .where('route', '=', call.route)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.expires_at <= toInstant(now())) {
    // The daily sweep did not come by yet.
    await deleteKept(trx, call)
    return undefined
  }
  if (row.body_hmac !== hmacOf(call, secrets)) throw refuse('idempotency.other_body')
  return { status: row.status, body: secrets.open(row.answer, sealContext(call)) }
}

/** Keeps the answer of a call. @throws a conflict of the database when another process was faster */
export async function keepAnswer(
  trx: Kysely<Tables>,
  call: KeyedCall,
  { status, body }: KeptAnswer,
  { now, secrets }: KeepOptions,
): Promise<void> {
  const at = now()
  await trx
    .insertInto('idempotency_keys')
    .values({
      user_id: call.userId,
      route: call.route,
      key: call.key,
      body_hmac: hmacOf(call, secrets),
      status,
      answer: secrets.seal(body, sealContext(call)),
      created_at: toInstant(at),
      expires_at: toInstant(new Date(at.getTime() + keptDays * dayMs)),
    })
    .execute()
}

async function deleteKept(trx: Kysely<Tables>, { userId, route, key }: KeyedCall): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** A plain hash would let an ID number be guessed by whoever knows the rest of the body. */
function hmacOf({ body }: KeyedCall, secrets: Secrets): string {
  return secrets.hmac('idempotency body', body)
}

function sealContext(call: KeyedCall): string {
  return `idempotency_keys answer ${scopeOf(call)}`
}
