import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Server, Upload as TusUpload, DataStore, ERRORS } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { createHttpError } from '#server/errors.ts'
import { getAcceptedKind, sanitizeFileName } from '#server/files/file-name.ts'
import { unfinishedUploadTtlMs } from '#server/files/store-file.ts'
import type { Tables } from '#server/db/client.ts'
import { createFileTooLargeError, toStorageError, writeIncomingFile } from './write-incoming.ts'
import { claimUpload, finishUpload, type UploadContext } from './finish.ts'
import { insertUpload, type Upload, deleteUpload } from './upload-rows.ts'
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
    getFileIdFromRequest: (request) => findUploadId(getRequest(requests, request)),
    onUploadCreate: async (request, upload) => {
      await acceptUpload(context, getRequest(requests, request), upload)
      return {}
    },
    onUploadFinish: async (request, { id }) => {
      await finishResumable(context, store, getRequest(requests, request), id)
      return {}
    },
    onResponseError: (request, error) => {
      failures.set(request, error)
      return undefined
    },
  })
  return async (request, reply) => {
    const body = new PassThrough()
    const webRequest = toWebRequest(request, path, body)
    requests.set(webRequest, request)
    try {
      const response = await server.handleWeb(webRequest)
      if (response.status >= 400) throw toHttpError(failures.get(webRequest), response.status)
      for (const name of tusHeaders) {
        const value = response.headers.get(name)
        if (value !== null) reply.header(name, value)
      }
      return await reply.code(response.status).send()
    } finally {
      // What still comes is read and thrown away: a client that is cut off would not see the answer.
      request.raw.unpipe(body)
      request.raw.resume()
    }
  }
}

function getRequest(requests: WeakMap<Request, FastifyRequest>, webRequest: Request): FastifyRequest {
  const request = requests.get(webRequest)
  if (!request) throw new TypeError('a request of the protocol belongs to one of ours')
  return request
}

/** The upload that a route names; none when one begins. */
function findUploadId({ params }: FastifyRequest): string | undefined {
  return (params as { id?: string }).id
}

/** @param body gets what arrives; it breaks when the client goes away */
function toWebRequest(request: FastifyRequest, path: string, body: PassThrough): Request {
  const { raw, method, headers } = request
  const plain = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const id = findUploadId(request)
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
async function acceptUpload(
  context: UploadContext,
  { caller, headers }: FastifyRequest,
  upload: TusUpload,
): Promise<void> {
  const { db, registry, now } = context
  const { module, field, purpose, filename } = upload.metadata ?? {}
  const input = { module: module ?? '', field: field ?? undefined, purpose: purpose ?? undefined }
  const target = resolveUploadTarget(registry, caller, input)
  const name = sanitizeFileName(filename ?? '')
  getAcceptedKind(name, target.rules)
  const sizeBytes = upload.size ?? 0
  // The protocol's server would read `1e30` as 1.
  if (!/^[1-9]\d{0,14}$/.test(String(headers['upload-length']))) throw createHttpError('request.invalid')
  if (sizeBytes > target.rules.maxBytes) throw createFileTooLargeError(target.rules.maxBytes)
  const ownerId = caller.kind === 'user' ? caller.id : null
  const times = { now: now(), keepMs: unfinishedUploadTtlMs }
  await insertUpload(db, caller, { id: upload.id, ownerId, target, name, sizeBytes }, times)
}

/** A file that the checks refuse is gone, and the upload with it; the right to write the field is asked for again. */
async function finishResumable(
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
    const target = loadUploadTarget(context.registry, caller, row)
    const upload: Upload = { id, ownerId: row.owner_id, target, name: row.name, sizeBytes: row.size_bytes }
    await finishUpload(context, upload, store.pathOf(id), no)
  } catch (error) {
    await store.remove(id)
    throw error
  }
}

/** Answers of the protocol that are refusals of ours; clients go by the status. */
function toHttpError(failure: unknown, status: number): unknown {
  // An error of the disk passes through the protocol's streams before ours could name it.
  if (failure instanceof Error) return toStorageError(failure)
  if (status === 409) return createHttpError('upload.offset')
  if (status === 404 || status === 410) return createHttpError('not_found')
  if (status === 413) return createHttpError('request.too_large')
  if (status === 500) return createHttpError('server.busy', { retryAfterSeconds: 1, cause: failure })
  return createHttpError('request.invalid', { cause: failure })
}

const ownerOnlyMode = 0o600

/**
 * Keeps what has arrived of resumable uploads in a folder, and what is known of them in the table `uploads`: whoever
 * takes up an upload may be another process. How far it has come is how long its file is.
 */
class ResumableStore extends DataStore {
  readonly #kysely: Kysely<Tables>
  readonly #folder: string

  constructor(kysely: Kysely<Tables>, folder: string) {
    super()
    this.#kysely = kysely
    this.#folder = folder
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** The row is there already: it was written when the upload was let in. */
  override async create(upload: TusUpload): Promise<TusUpload> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await (await open(this.pathOf(upload.id), 'wx', ownerOnlyMode)).close()
    } catch (error) {
      await deleteUpload(this.#kysely, upload.id)
      throw toStorageError(error)
    }
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { size = 0 } = await this.getUpload(id)
    return offset + (await writeIncomingFile(source, this.pathOf(id), size - offset, offset))
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await this.#kysely
      .selectFrom('uploads')
      .select(['size_bytes', 'file_no'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw ERRORS.FILE_NOT_FOUND
    // What has become a file has arrived, wherever its bytes are now.
    if (row.file_no !== null) return new TusUpload({ id, size: row.size_bytes, offset: row.size_bytes })
    const { size: offset } = await stat(this.pathOf(id))
    return new TusUpload({ id, size: row.size_bytes, offset })
  }

  override async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await deleteUpload(this.#kysely, id)
  }

  /** Where the bytes are. @param id a number of our own making, whose row was found */
  pathOf(id: string): string {
    return join(this.#folder, id)
  }
}
