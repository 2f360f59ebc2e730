import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Transaction, sql, type Kysely } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { idempotencyHeaders } from '#contract/api.ts'
import { lockShared, tryLockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { success } from './envelope.ts'
import { toErrorEnvelope } from './error-handler.ts'
import { preferredLocale } from './error-texts.ts'
import { getPath } from './not-found.ts'
import { StoredHttpError, HttpError, createHttpError } from '../errors.ts'
import { toInstant } from '#contract/time.ts'
import { prepareQuery, buildInsert } from '#server/db/prepared-query.ts'
import type { IdempotencyKeysTable } from '#server/db/tables.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that accepts an `Idempotency-Key`; it must respond by {@link runIdempotent}. */
    takesKey?: true
  }
}

/** Dependencies of {@link runIdempotent}. */
export interface IdempotencyDeps extends IdempotencyStoreDeps {
  db: Database
}

/** What a request does, as its route describes it. */
export interface RequestHandler<Data> {
  /** Name of the advisory lock that the request takes shared. An import takes the same one exclusively (`lockModule`). */
  sharedLockName: string
  /** Writes, and returns the data of the response. It runs again after a conflict. */
  effect: (trx: Transaction<Tables>) => Promise<Data>
}

/** Pattern of an idempotency key; the API's description contains it. */
export const keyPattern = /^[\w-]{1,64}$/

/** Error codes whose responses are stored, because a repeated request would fail again; after others a client may retry. */
const storedCodes = new Set([400, 403, 404, 409, 410, 412, 413, 415, 422])

/** Seconds after which a client may repeat a request that is still in progress. */
const inProgressRetrySeconds = 2

/**
 * Runs the effect of a request once for a key, in one transaction with its stored response. A repeated request gets the
 * stored response. Without the header the effect just runs in a transaction.
 * @throws HttpError `idempotency.invalid_key`, `idempotency.other_body`, `idempotency.in_progress`; what the effect throws
 */
export async function runIdempotent<Data>(
  options: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { sharedLockName, effect }: RequestHandler<Data>,
): Promise<SuccessEnvelope<Data>> {
  const { db } = options
  const key = readAndEchoKey(request, reply)
  const { caller } = request
  // A key belongs to an account: without one, anybody who guesses it would get the response.
  if (key === undefined || caller.kind !== 'user')
    return success(
      await retryOnConflict(() =>
        db.transaction(async (trx) => {
          await lockShared(trx, sharedLockName)
          return effect(trx)
        }),
      ),
    )
  const route = `${request.method} ${getPath(request.url)}`
  const call = {
    userId: caller.id,
    route,
    key,
    body: toCanonicalJson(request.body) ?? '',
    sharedLockName,
  }
  const run = async (trx: Transaction<Tables>): Promise<StoredResponse> => ({
    status: 200,
    body: JSON.stringify(success(await effect(trx))),
  })
  const response = await runUnlessInProgress(db, call, () =>
    respondOnce(options, call, run).catch((error: unknown) => {
      if (!isStorable(error)) throw error
      // The effect was rolled back; the error response is stored in a transaction of its own.
      return respondOnce(options, call, async () => toStoredResponse(error, request))
    }),
  )
  if (response.isReplayed) reply.header(idempotencyHeaders.replayed, 'true')
  if (response.status !== 200) throw new StoredHttpError(response.status, response.body)
  return JSON.parse(response.body) as SuccessEnvelope<Data>
}

/** Echoes the key in every response of routes that take one, errors of earlier hooks included. */
export function echoIdempotencyKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesKey) readAndEchoKey(request, reply)
  })
}

/**
 * Reads the key of a request and echoes it in the response.
 * @returns undefined without the header
 * @throws HttpError `idempotency.invalid_key`
 */
function readAndEchoKey(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const key = request.headers[idempotencyHeaders.key.toLowerCase()]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) throw createHttpError('idempotency.invalid_key')
  reply.header(idempotencyHeaders.key, key)
  return key
}

/**
 * Scopes of the requests in progress in this process, by database: tests run several servers in one process. Checking it
 * needs no connection.
 */
const runningRequests = new WeakMap<Database, Set<string>>()

/** Runs a request unless this process is running it already. @throws HttpError `idempotency.in_progress` */
async function runUnlessInProgress<T>(
  db: Database,
  call: IdempotentRequest,
  run: () => Promise<T>,
): Promise<T> {
  const runningScopes = runningRequests.get(db) ?? new Set()
  runningRequests.set(db, runningScopes)
  const scope = getIdempotencyScope(call)
  if (runningScopes.has(scope)) throw createInProgressError()
  runningScopes.add(scope)
  try {
    return await run()
  } finally {
    runningScopes.delete(scope)
  }
}

/** Returns the stored response, or stores the one of `createResponse`. */
function respondOnce(
  options: IdempotencyDeps,
  call: IdempotentRequest,
  createResponse: (trx: Transaction<Tables>) => Promise<StoredResponse>,
): Promise<StoredResponse & { isReplayed: boolean }> {
  return retryOnConflict(() =>
    options.db.transaction(async (trx) => {
      const { isFirst, stored } = await beginRequest(trx, call, options)
      if (!isFirst) throw createInProgressError()
      if (stored) return { ...stored, isReplayed: true }
      const response = await createResponse(trx)
      await storeResponse(trx, call, response, options)
      return { ...response, isReplayed: false }
    }),
  )
}

/** Checks for an error that a repeated request would get again. A conflict of keys itself is none. */
function isStorable(error: unknown): error is HttpError {
  return error instanceof HttpError && storedCodes.has(error.code) && !error.key.startsWith('idempotency.')
}

function toStoredResponse(httpError: HttpError, request: FastifyRequest): StoredResponse {
  const locale = preferredLocale(request.headers['accept-language'])
  return {
    status: httpError.httpStatus,
    body: JSON.stringify(toErrorEnvelope(httpError, locale, request.id)),
  }
}

function createInProgressError(): HttpError {
  return createHttpError('idempotency.in_progress', { retryAfterSeconds: inProgressRetrySeconds })
}

/** Longer than the outbox of a device repeats a request by itself, which is 14 days. */
const retentionDays = 30
const dayMs = 24 * 3600 * 1000

/**
 * Stored rejections per user; with more, the oldest are deleted, because a client can send any number of invalid
 * requests. Responses to writes stay until they expire: without its response a repeated write would run twice.
 */
const maxRejectionsPerUser = 500
/** Maximum number of stored rejections that one request deletes. */
const maxDeletedPerRequest = 20

/** One request with a key, for the store. The same user, route and key mean the same request. */
export interface IdempotentRequest {
  userId: string
  /** Method and path, as requested. */
  route: string
  /** The `Idempotency-Key` of the client. */
  key: string
  /** Canonical JSON of the body. */
  body: string
  /** Name of the advisory lock that the request takes shared with others (`lockShared`). */
  sharedLockName: string
}

/** A response as it is stored and sent: again for a repeated request. */
export interface StoredResponse {
  /** HTTP status. */
  status: number
  /** JSON of the envelope. */
  body: string
}

/** Dependencies of the store. */
export interface IdempotencyStoreDeps {
  now: () => Date
  secrets: Secrets
}

/** Gets the scope of a request: a text that is equal for the same request, for locks and seals. */
export function getIdempotencyScope({ userId, route, key }: IdempotentRequest): string {
  return JSON.stringify([userId, route, key])
}

/** A stored response, as the table contains it. */
type StoredRow = Pick<IdempotencyKeysTable, 'body_hmac' | 'status' | 'answer'>

/**
 * Takes the locks and finds the stored response in one statement. The join returns one row also without a stored response,
 * with nulls. A commit of another process between the two is not visible; then storing the response conflicts, and the
 * request runs again.
 */
const lockAndFindRow = prepareQuery(
  (kysely, call: Omit<IdempotentRequest, 'body'> & { exclusiveLockName: string }) =>
    sql<{ is_first: boolean | number } & (StoredRow | Record<keyof StoredRow, null>)>`
    select ${tryLockExclusive(kysely, call.exclusiveLockName, call.sharedLockName)} as is_first, body_hmac, status, answer
    from (select 1 as one) as one_row left join idempotency_keys
    on user_id = ${call.userId} and route = ${call.route} and key = ${call.key}`.compile(kysely),
)

/** What {@link beginRequest} finds about a request before it runs. */
export interface RequestState {
  /** False while another process runs the request. */
  isFirst: boolean
  /** The response of an earlier run. */
  stored: StoredResponse | undefined
}

/**
 * Locks a request for this transaction, unless another one holds it, and finds its stored response.
 * @throws HttpError `idempotency.other_body` when the key belongs to another body
 */
export async function beginRequest(
  trx: Kysely<Tables>,
  call: IdempotentRequest,
  options: IdempotencyStoreDeps,
): Promise<RequestState> {
  const [row] = await lockAndFindRow.run(trx, {
    ...call,
    exclusiveLockName: `idempotency ${getIdempotencyScope(call)}`,
  })
  if (!row?.is_first) return { isFirst: false, stored: undefined }
  return { isFirst: true, stored: row.answer === null ? undefined : readStoredResponse(call, row, options) }
}

/** A stored response never expires by the clock: with one wrong reading a request would run twice. */
function readStoredResponse(
  call: IdempotentRequest,
  row: StoredRow,
  { secrets }: IdempotencyStoreDeps,
): StoredResponse {
  if (row.body_hmac !== computeBodyHmac(call, secrets)) throw createHttpError('idempotency.other_body')
  return { status: row.status, body: secrets.unseal(row.answer, getSealContext(call)) }
}

/** Stores the response of a request. @throws a conflict of the database when another process was faster */
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
    body_hmac: computeBodyHmac(call, secrets),
    status,
    answer: secrets.seal(body, getSealContext(call)),
    created_at: toInstant(at),
    expires_at: toInstant(new Date(at.getTime() + retentionDays * dayMs)),
  }
  await trx.executeQuery(buildInsert(trx, 'idempotency_keys', { ...row }))
  if (status !== 200) await deleteOldestRejections(trx, call)
}

/** Deletes the oldest rejections of the user above the limit, but never the one that was just stored. */
async function deleteOldestRejections(trx: Kysely<Tables>, call: IdempotentRequest): Promise<void> {
  const oldestRejections = await trx
    .selectFrom('idempotency_keys')
    .select(['route', 'key'])
    .where('user_id', '=', call.userId)
    .where('status', '!=', 200)
    .orderBy('created_at', 'desc')
    .limit(maxDeletedPerRequest)
    .offset(maxRejectionsPerUser)
    .execute()
  for (const { route, key } of oldestRejections)
    if (key !== call.key) await deleteStored(trx, { ...call, route, key })
}

async function deleteStored(trx: Kysely<Tables>, { userId, route, key }: IdempotentRequest): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** Computes the HMAC of a body. With a plain hash, a reader of the table could guess an ID number in it. */
function computeBodyHmac({ body }: IdempotentRequest, secrets: Secrets): string {
  return secrets.hmac('idempotency body', body)
}

function getSealContext(call: IdempotentRequest): string {
  return `idempotency_keys answer ${getIdempotencyScope(call)}`
}
