import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Transaction, sql, type Kysely } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import { lockShared, tryLockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { success } from './envelope.ts'
import { toErrorEnvelope } from './error-handler.ts'
import { preferredLocale } from './error-texts.ts'
import { getPath } from './not-found.ts'
import { StoredHttpError, HttpError, createHttpError } from '../errors.ts'
import { toInstant } from '#contract/time.ts'
import { prepareQuery, insertOne } from '#server/db/prepared-query.ts'
import type { IdempotencyKeysTable } from '#server/db/tables.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route runs once for an `Idempotency-Key`: it answers by {@link runIdempotent}. */
    takesKey?: true
  }
}

/** What {@link runIdempotent} works with. */
export interface IdempotencyDeps extends IdempotencyStoreDeps {
  db: Database
}

/** What a call does. */
export interface RequestHandler<Data> {
  /** The work that it is part of: it goes on beside others of this name, and waits for one that wants it alone. */
  beside: string
  effect: (trx: Transaction<Tables>) => Promise<Data>
}

/** Of a key. */
export const keyPattern = /^[\w-]{1,64}$/

/** Codes of refusals that stay true for the same call; the others say that it may be made again as it is. */
const keptCodes = new Set([400, 403, 404, 409, 410, 412, 413, 415, 422])

/** Seconds after which a call that is under way has surely ended, or may be asked for again. */
const inProgressRetrySeconds = 2

/**
 * Runs a call's effect once for a key: in one transaction with the record of its answer. The same call again gets that
 * answer. Without the header it just runs in a transaction.
 * @throws Refusal `idempotency.invalid_key`, `idempotency.other_body`, `idempotency.in_progress`; what the effect throws
 */
export async function runIdempotent<Data>(
  options: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { beside, effect }: RequestHandler<Data>,
): Promise<SuccessEnvelope<Data>> {
  const { db } = options
  const key = acceptKey(request, reply)
  const { caller } = request
  if (key === undefined || caller.kind !== 'user')
    return success(
      await retryOnConflict(() =>
        db.transaction(async (trx) => {
          await lockShared(trx, beside)
          return effect(trx)
        }),
      ),
    )
  const route = `${request.method} ${getPath(request.url)}`
  const call = { userId: caller.id, route, key, body: toCanonicalJson(request.body) ?? '', beside }
  const run = async (trx: Transaction<Tables>): Promise<StoredResponse> => ({
    status: 200,
    body: JSON.stringify(success(await effect(trx))),
  })
  const answer = await whileUnderWay(db, call, () =>
    answerOnce(options, call, run).catch((error: unknown) => {
      if (!isKept(error)) throw error
      // The effect is undone; that it was refused is kept by itself.
      return answerOnce(options, call, async () => toAnswer(error, request))
    }),
  )
  if (answer.isReplayed) reply.header(idempotencyHeaders.replayed, 'true')
  if (answer.status !== 200) throw new StoredHttpError(answer.status, answer.body)
  return JSON.parse(answer.body) as SuccessEnvelope<Data>
}

/** Gives the key back with every answer of routes that take one, also with those that come before the route. */
export function echoIdempotencyKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesKey) acceptKey(request, reply)
  })
}

function acceptKey(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const key = request.headers[idempotencyHeaders.key.toLowerCase()]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) throw createHttpError('idempotency.invalid_key')
  reply.header(idempotencyHeaders.key, key)
  return key
}

/** Calls under way in this process, by their scope: asked without a connection. */
const underWay = new WeakMap<Database, Set<string>>()

async function whileUnderWay<T>(db: Database, call: IdempotentRequest, run: () => Promise<T>): Promise<T> {
  const calls = underWay.get(db) ?? new Set()
  underWay.set(db, calls)
  const scope = getIdempotencyScope(call)
  if (calls.has(scope)) throw inProgress()
  calls.add(scope)
  try {
    return await run()
  } finally {
    calls.delete(scope)
  }
}

/** The kept answer, or what `make` answers, which is kept from now on. */
function answerOnce(
  options: IdempotencyDeps,
  call: IdempotentRequest,
  make: (trx: Transaction<Tables>) => Promise<StoredResponse>,
): Promise<StoredResponse & { isReplayed: boolean }> {
  return retryOnConflict(() =>
    options.db.transaction(async (trx) => {
      const { isFirst, kept } = await beginRequest(trx, call, options)
      if (!isFirst) throw inProgress()
      if (kept) return { ...kept, isReplayed: true }
      const answer = await make(trx)
      await storeResponse(trx, call, answer, options)
      return { ...answer, isReplayed: false }
    }),
  )
}

function isKept(error: unknown): error is HttpError {
  return error instanceof HttpError && keptCodes.has(error.code) && !error.key.startsWith('idempotency.')
}

function toAnswer(refusal: HttpError, request: FastifyRequest): StoredResponse {
  const locale = preferredLocale(request.headers['accept-language'])
  return { status: refusal.httpStatus, body: JSON.stringify(toErrorEnvelope(refusal, locale, request.id)) }
}

function inProgress(): HttpError {
  return createHttpError('idempotency.in_progress', { retryAfterSeconds: inProgressRetrySeconds })
}

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
