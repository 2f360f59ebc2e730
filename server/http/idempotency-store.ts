import { sql, type Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import { tryLockExclusive } from '#server/db/advisory-lock.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import { insertOne } from '#server/db/insert-one.ts'
import type { IdempotencyKeysTable } from '#server/db/tables.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { createHttpError } from '../errors.ts'

/** Longer than any phone waits with what it could not send: the outbox asks after 14 days (offline.md 3). */
const keptDays = 30
const dayMs = 24 * 3600 * 1000

/** Answers kept for one person; with one more the oldest is forgotten, which nobody asks for again by then. */
const mostKept = 500
/** Forgotten at once, where there were more before. */
const forgottenAtOnce = 20

/** One call with a key. The same person, route and key mean the same call. */
export interface IdempotentRequest {
  userId: string
  /** Method and path, as called. */
  route: string
  key: string
  /** Canonical JSON of the body. */
  body: string
  /** Work that goes on beside others of this name (`lockShared`). */
  beside: string
}

/** What was answered. */
export interface StoredResponse {
  /** HTTP status. */
  status: number
  /** Text of the envelope. */
  body: string
}

/** What keeping works with. */
export interface IdempotencyStoreDeps {
  now: () => Date
  secrets: Secrets
}

/** Names a call, for locks and seals. */
export function getIdempotencyScope({ userId, route, key }: IdempotentRequest): string {
  return JSON.stringify([userId, route, key])
}

type KeptRow = Pick<IdempotencyKeysTable, 'body_hmac' | 'status' | 'answer'>

/**
 * Locks and look-up in one statement. What another process commits between the two is not seen; then keeping the answer
 * conflicts with it, and the call is run again.
 */
const findRow = prepareQuery((kysely, call: Omit<IdempotentRequest, 'body'> & { work: string }) =>
  sql<{ is_first: boolean | number } & (KeptRow | Record<keyof KeptRow, null>)>`
    select ${tryLockExclusive(kysely, call.work, call.beside)} as is_first, body_hmac, status, answer
    from (select 1 as one) as asked left join idempotency_keys
    on user_id = ${call.userId} and route = ${call.route} and key = ${call.key}`.compile(kysely),
)

/** A call, as it stands before it is run. */
export interface RequestState {
  /** False while another process is at it: waiting for its row would hold a connection. */
  isFirst: boolean
  /** What was answered before, if it is still kept. */
  kept: StoredResponse | undefined
}

/**
 * Takes a call for this transaction, unless another one is at it, and finds the answer that it was given before.
 * @throws Refusal `idempotency.other_body` when the key belongs to another body
 */
export async function beginRequest(
  trx: Kysely<Tables>,
  call: IdempotentRequest,
  options: IdempotencyStoreDeps,
): Promise<RequestState> {
  const [row] = await findRow.run(trx, { ...call, work: `idempotency ${getIdempotencyScope(call)}` })
  if (!row?.is_first) return { isFirst: false, kept: undefined }
  return { isFirst: true, kept: row.answer === null ? undefined : openKept(call, row, options) }
}

/** An answer is good while it is kept: by a clock that is wrong once, a call would be run twice. */
function openKept(call: IdempotentRequest, row: KeptRow, { secrets }: IdempotencyStoreDeps): StoredResponse {
  if (row.body_hmac !== hmacOf(call, secrets)) throw createHttpError('idempotency.other_body')
  return { status: row.status, body: secrets.open(row.answer, sealContext(call)) }
}

/** Keeps the answer of a call. @throws a conflict of the database when another process was faster */
export async function storeResponse(
  trx: Kysely<Tables>,
  call: IdempotentRequest,
  { status, body }: StoredResponse,
  { now, secrets }: IdempotencyStoreDeps,
): Promise<void> {
  const at = now()
  const row: IdempotencyKeysTable = {
    user_id: call.userId,
    route: call.route,
    key: call.key,
    body_hmac: hmacOf(call, secrets),
    status,
    answer: secrets.seal(body, sealContext(call)),
    created_at: toInstant(at),
    expires_at: toInstant(new Date(at.getTime() + keptDays * dayMs)),
  }
  await trx.executeQuery(insertOne(trx, 'idempotency_keys', { ...row }))
  await forgetOldest(trx, call)
}

async function forgetOldest(trx: Kysely<Tables>, call: IdempotentRequest): Promise<void> {
  const oldest = await trx
    .selectFrom('idempotency_keys')
    .select(['route', 'key'])
    .where('user_id', '=', call.userId)
    .orderBy('created_at', 'desc')
    .limit(forgottenAtOnce)
    .offset(mostKept)
    .execute()
  for (const { route, key } of oldest) if (key !== call.key) await deleteKept(trx, { ...call, route, key })
}

async function deleteKept(trx: Kysely<Tables>, { userId, route, key }: IdempotentRequest): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** A plain hash would let an ID number be guessed by whoever knows the rest of the body. */
function hmacOf({ body }: IdempotentRequest, secrets: Secrets): string {
  return secrets.hmac('idempotency body', body)
}

function sealContext(call: IdempotentRequest): string {
  return `idempotency_keys answer ${getIdempotencyScope(call)}`
}
