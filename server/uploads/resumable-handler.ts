import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { Server, type Upload as TusUpload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHttpError } from '#server/errors.ts'
import { acceptedKind } from '../files/checks/accepted-kind.ts'
import { unfinishedUploadTtlMs } from '../files/ttl.ts'
import { createFileTooLargeError, toStorageError } from './write-incoming.ts'
import { sanitizeFileName } from '../files/sanitize-file-name.ts'
import { claimUpload, finishUpload, type UploadContext } from './finish.ts'
import { ResumableStore } from './resumable-store.ts'
import { insertUpload, type Upload } from './upload-rows.ts'
import { loadUploadTarget, resolveUploadTarget } from './upload-target.ts'

/** Headers of the protocol that an answer may carry; the server's own about other origins stay away. */
const tusHeaders = ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Location']

/** Answers a request of the protocol. */
export type ResumableHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The protocol's own server, between our requests and our answers: what it refuses becomes a refusal of ours. */
export function createHandler(context: UploadContext, path: string): ResumableHandler {
  const { db, storage } = context
  const store = new ResumableStore(db.kysely, storage.arrivals)
  const requests = new WeakMap<Request, FastifyRequest>()
  const failures = new WeakMap<Request, unknown>()
  const server = new Server({
    path,
    datastore: store,
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { id }) => `${path}/${id}`,
    // The route's own parameter, whose owner was looked at: the last words of the address may be another's number.
    getFileIdFromRequest: (request) => uploadId(getRequest(requests, request)),
    onUploadCreate: async (request, upload) => {
      await letIn(context, getRequest(requests, request), upload)
      return {}
    },
    onUploadFinish: async (request, { id }) => {
      await finish(context, store, getRequest(requests, request), id)
      return {}
    },
    onResponseError: (request, error) => {
      failures.set(request, error)
      return undefined
    },
  })
  return async (request, reply) => {
    const body = new PassThrough()
    const asked = toWebRequest(request, path, body)
    requests.set(asked, request)
    try {
      const answer = await server.handleWeb(asked)
      if (answer.status >= 400) throw toRefusal(failures.get(asked), answer.status)
      for (const name of tusHeaders) {
        const value = answer.headers.get(name)
        if (value !== null) reply.header(name, value)
      }
      return await reply.code(answer.status).send()
    } finally {
      // What still comes is read and thrown away: a client that is cut off would not see the answer.
      request.raw.unpipe(body)
      request.raw.resume()
    }
  }
}

function getRequest(requests: WeakMap<Request, FastifyRequest>, asked: Request): FastifyRequest {
  const request = requests.get(asked)
  if (!request) throw new TypeError('a request of the protocol belongs to one of ours')
  return request
}

/** The upload that a route names; none when one begins. */
function uploadId({ params }: FastifyRequest): string | undefined {
  return (params as { id?: string }).id
}

/** @param body gets what arrives; it breaks when the client goes away */
function toWebRequest(request: FastifyRequest, path: string, body: PassThrough): Request {
  const { raw, method, headers } = request
  const plain = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const id = uploadId(request)
  const url = new URL(id === undefined ? path : `${path}/${id}`, 'http://localhost')
  if (method !== 'POST' && method !== 'PATCH') return new Request(url, { method, headers: plain })
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Error('the client went away'))
  })
  raw.pipe(body)
  const init = {
    method,
    headers: plain,
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half' as const,
  }
  return new Request(url, init)
}

/** Lets an upload in that the person may make, by its rules and within the quota. */
async function letIn(
  context: UploadContext,
  { caller, headers }: FastifyRequest,
  upload: TusUpload,
): Promise<void> {
  const { db, registry, now } = context
  const { module, field, purpose, filename } = upload.metadata ?? {}
  const aim = { module: module ?? '', field: field ?? undefined, purpose: purpose ?? undefined }
  const use = resolveUploadTarget(registry, caller, aim)
  const name = sanitizeFileName(filename ?? '')
  acceptedKind(name, use.rules)
  const sizeBytes = upload.size ?? 0
  // The protocol's server would read `1e30` as 1.
  if (!/^[1-9]\d{0,14}$/.test(String(headers['upload-length']))) throw createHttpError('request.invalid')
  if (sizeBytes > use.rules.maxBytes) throw createFileTooLargeError(use.rules.maxBytes)
  const ownerId = caller.kind === 'user' ? caller.id : null
  const times = { now: now(), keepMs: unfinishedUploadTtlMs }
  await insertUpload(db, caller, { id: upload.id, ownerId, use, name, sizeBytes }, times)
}

/** A file that the checks refuse is gone, and the upload with it; the right to write the field is asked for again. */
async function finish(
  context: UploadContext,
  store: ResumableStore,
  { caller }: FastifyRequest,
  id: string,
): Promise<void> {
  const no = randomUUID()
  // Bytes of none, sent after the last one: another call finishes it.
  if (!(await claimUpload(context, id, no))) return
  try {
    const row = await context.db.kysely
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const use = loadUploadTarget(context.registry, caller, row)
    const upload: Upload = { id, ownerId: row.owner_id, use, name: row.name, sizeBytes: row.size_bytes }
    await finishUpload(context, upload, store.pathOf(id), no)
  } catch (error) {
    await store.remove(id)
    throw error
  }
}

/** Answers of the protocol that are refusals of ours; clients go by the status. */
function toRefusal(failure: unknown, status: number): unknown {
  // An error of the disk passes through the protocol's streams before ours could name it.
  if (failure instanceof Error) return toStorageError(failure)
  if (status === 409) return createHttpError('upload.offset')
  if (status === 404 || status === 410) return createHttpError('not_found')
  if (status === 413) return createHttpError('request.too_large')
  if (status === 500) return createHttpError('server.busy', { retryAfterSeconds: 1, cause: failure })
  return createHttpError('request.invalid', { cause: failure })
}
