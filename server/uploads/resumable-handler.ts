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

/** Response headers of the tus protocol that are passed on; its CORS headers are dropped. */
const tusHeaders = ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Location']

/** Handles a request of the tus protocol. */
export type ResumableHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Creates the handler around the server of @tus/server. Its errors become errors of this API.
 * @param path path of the endpoint with the prefix of the API; an upload has its id behind it
 */
export function createHandler(context: UploadContext, path: string): ResumableHandler {
  const { db, storage } = context
  const store = new ResumableStore(db.kysely, storage.arrivals)
  /** Our request for each request of @tus/server, whose callbacks get only the latter. */
  const requests = new WeakMap<Request, FastifyRequest>()
  /** The error of a request: @tus/server would turn it into a text. */
  const failures = new WeakMap<Request, unknown>()
  const server = new Server({
    path,
    datastore: store,
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { id }) => `${path}/${id}`,
    // The parameter of the route, whose owner was checked. The end of the URL could name the upload of another user.
    getFileIdFromRequest: (request) => findUploadId(getRequest(requests, request)),
    // Both callbacks return nothing to change in the response.
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
        const headerValue = response.headers.get(name)
        if (headerValue !== null) reply.header(name, headerValue)
      }
      return await reply.code(response.status).send()
    } finally {
      // The rest of the body is read and discarded: a client whose connection is cut would not see the response.
      request.raw.unpipe(body)
      request.raw.resume()
    }
  }
}

/** Gets our request for a request of @tus/server. */
function getRequest(requests: WeakMap<Request, FastifyRequest>, webRequest: Request): FastifyRequest {
  const request = requests.get(webRequest)
  if (!request) throw new TypeError('a request of the protocol belongs to one of ours')
  return request
}

/** Finds the id of the upload in the route; undefined when a new one starts. */
function findUploadId({ params }: FastifyRequest): string | undefined {
  return (params as { id?: string }).id
}

/** Converts a request for @tus/server. @param body receives the bytes, and fails when the client disconnects */
function toWebRequest(request: FastifyRequest, path: string, body: PassThrough): Request {
  const { raw, method, headers } = request
  const singleHeaders = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const id = findUploadId(request)
  const url = new URL(id === undefined ? path : `${path}/${id}`, 'http://localhost')
  if (method !== 'POST' && method !== 'PATCH') return new Request(url, { method, headers: singleHeaders })
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Error('the client went away'))
  })
  raw.pipe(body)
  const init = {
    method,
    headers: singleHeaders,
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half' as const,
  }
  return new Request(url, init)
}

/** Accepts a new upload and inserts its row, when the caller can make it, by the rules of its field and within the quota. */
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
  // The server of @tus/server would read `1e30` as 1. Numbers of 15 digits are exact.
  if (!/^[1-9]\d{0,14}$/.test(String(headers['upload-length']))) throw createHttpError('request.invalid')
  if (sizeBytes > target.rules.maxBytes) throw createFileTooLargeError(target.rules.maxBytes)
  const ownerId = caller.kind === 'user' ? caller.id : null
  const times = { now: now(), ttlMs: unfinishedUploadTtlMs }
  await insertUpload(db, caller, { id: upload.id, ownerId, target, name, sizeBytes }, times)
}

/**
 * Finishes an upload. When the checks reject the file, it is deleted with its upload. The permission to write the field
 * is checked again.
 */
async function finishResumable(
  context: UploadContext,
  store: ResumableStore,
  { caller }: FastifyRequest,
  id: string,
): Promise<void> {
  const no = randomUUID()
  // The claim fails for an empty chunk after the last one: another call finishes the upload.
  if (!(await claimUpload(context, id, no))) return
  try {
    const row = await context.db.kysely
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const target = loadUploadTarget(context.registry, caller, row)
    const upload: Upload = { id, ownerId: row.owner_id, target, name: row.name, sizeBytes: row.size_bytes }
    await finishUpload(context, upload, store.getPath(id), no)
  } catch (error) {
    await store.remove(id)
    throw error
  }
}

/** Converts error responses of the tus server to errors with the same status, which clients of the protocol use. */
function toHttpError(failure: unknown, status: number): unknown {
  // A disk error is still unconverted, because it passes through the streams of @tus/server.
  if (failure instanceof Error) return toStorageError(failure)
  if (status === 409) return createHttpError('upload.offset')
  if (status === 404 || status === 410) return createHttpError('not_found')
  if (status === 413) return createHttpError('request.too_large')
  if (status === 500) return createHttpError('server.busy', { retryAfterSeconds: 1, cause: failure })
  return createHttpError('request.invalid', { cause: failure })
}

/** Mode of incoming files: other users of the machine cannot read them. */
const ownerOnlyMode = 0o600

/**
 * Stores resumable uploads: their bytes in a folder, their state in the table `uploads`, so another process can
 * continue. The length of the file is the offset.
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

  /** Creates the file. Its row was inserted when the upload was accepted. */
  override async create(upload: TusUpload): Promise<TusUpload> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await (await open(this.getPath(upload.id), 'wx', ownerOnlyMode)).close()
    } catch (error) {
      await deleteUpload(this.#kysely, upload.id)
      throw toStorageError(error)
    }
    return upload
  }

  /** Writes a chunk. @returns the new offset */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { size = 0 } = await this.getUpload(id)
    return offset + (await writeIncomingFile(source, this.getPath(id), size - offset, offset))
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await this.#kysely
      .selectFrom('uploads')
      .select(['size_bytes', 'file_no'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw ERRORS.FILE_NOT_FOUND
    // An upload that became a file is complete, wherever its bytes are.
    if (row.file_no !== null) return new TusUpload({ id, size: row.size_bytes, offset: row.size_bytes })
    const { size: offset } = await stat(this.getPath(id))
    return new TusUpload({ id, size: row.size_bytes, offset })
  }

  override async remove(id: string): Promise<void> {
    await rm(this.getPath(id), { force: true })
    await deleteUpload(this.#kysely, id)
  }

  /** Gets the path of the bytes. @param id generated id of an existing row */
  getPath(id: string): string {
    return join(this.#folder, id)
  }
}
