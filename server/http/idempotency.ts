import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import { lockShared } from '#server/db/advisory-lock.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { retryOnConflict } from '#server/db/retry-on-conflict.ts'
import { success } from './envelope.ts'
import { toErrorEnvelope } from './error-handler.ts'
import { preferredLocale } from './error-texts.ts'
import {
  storeResponse,
  getIdempotencyScope,
  beginRequest,
  type IdempotencyStoreDeps,
  type StoredResponse,
  type IdempotentRequest,
} from './idempotency-store.ts'
import { getPath } from './not-found.ts'
import { StoredHttpError, HttpError, createHttpError } from '../errors.ts'

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
