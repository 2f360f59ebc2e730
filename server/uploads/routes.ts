import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths, type UploadTicketBody } from '#contract/api.ts'
import { success } from '#server/http/envelope.ts'
import { createHttpError } from '#server/errors.ts'
import { createChecker } from '#server/files/checks/checker.ts'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import { findFiles } from '#server/files/find-files.ts'
import type { UploadContext } from './finish.ts'
import { formLimits, receiveMultipart, type FormFields } from './multipart.ts'
import { insertTicket, redeemTicket } from './upload-rows.ts'
import { resolveUploadTarget, type UploadTargetInput } from './upload-target.ts'
import type { ResumableHandler } from './resumable-handler.ts'

/** Uploads with an account per minute from one address; visitors of the venue may share one. */
const uploadsPerMinute = 600
/** Uploads per minute from one address without an account. */
const anonymousUploadsPerMinute = 60

const ticketSchema = {
  tags: ['files'],
  summary: 'Makes a ticket for one upload without an account',
  security: [],
  body: {
    type: 'object',
    required: ['module', 'field'],
    additionalProperties: false,
    properties: { module: { type: 'string', maxLength: 100 }, field: { type: 'string', maxLength: 100 } },
  },
} as const

/** Registers the endpoints of uploads: in one call with an account or a ticket, and resumable ones. */
export async function uploadRoutes(
  app: FastifyInstance,
  deps: Omit<UploadContext, 'checker'>,
): Promise<void> {
  const checker = createChecker(deps.storage.arrivals)
  app.addHook('onClose', async () => checker.close())
  const context: UploadContext = { ...deps, checker }
  await app.register(multipart, { limits: formLimits })
  await oneCallRoutes(app, context)
  await resumableRoutes(app, context)
}

async function oneCallRoutes(app: FastifyInstance, context: UploadContext): Promise<void> {
  const { db, registry, now } = context
  app.post(
    paths.upload,
    {
      config: { permission: { kind: 'signed_in' }, rateLimit: { max: uploadsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags: ['files'],
        summary: 'Takes a file: a form of `module`, `field` (or `purpose`: `import`) and, last, `file`',
        consumes: ['multipart/form-data'],
      },
    },
    async (request) =>
      success(
        await receiveMultipart(context, request, (fields) =>
          resolveUploadTarget(registry, request.caller, parseTargetInput(fields)),
        ),
      ),
  )
  const anonymous = {
    permission: { kind: 'public' as const },
    rateLimit: { max: anonymousUploadsPerMinute, timeWindow: 60_000 },
  }
  app.post<{ Body: UploadTicketBody }>(
    paths.uploadTicket,
    { config: anonymous, schema: ticketSchema },
    async ({ caller, body }) =>
      success(await insertTicket(db.kysely, resolveUploadTarget(registry, caller, body), now())),
  )
  app.post(
    paths.openUpload,
    {
      config: anonymous,
      schema: {
        tags: ['files'],
        summary: 'Takes a file without an account: a form of `ticket` and, last, `file`',
        security: [],
        consumes: ['multipart/form-data'],
      },
    },
    async (request) =>
      success(
        await receiveMultipart(context, request, async (fields) => {
          const input = await redeemTicket(db.kysely, getField(fields, 'ticket'), now())
          return resolveUploadTarget(registry, request.caller, input)
        }),
      ),
  )
}

/** Reads the target that the fields of a form name: module and field, or module and purpose. */
function parseTargetInput(fields: FormFields): UploadTargetInput {
  const module = getField(fields, 'module')
  const purpose = fields.get('purpose')
  if (purpose === undefined) return { module, field: getField(fields, 'field') }
  return { module, purpose, field: fields.get('field') }
}

/** Gets a field of a form. @throws HttpError `request.invalid` on the field when it is missing */
function getField(fields: FormFields, name: string): string {
  const value = fields.get(name)
  if (value === undefined)
    throw createHttpError('request.invalid', { fields: [{ path: name, key: 'field.required' }] })
  return value
}

/** Chunks per minute from one address: a slow connection sends many small ones. */
const chunksPerMinute = 6000
/** Seconds after which a client may ask again for a file that is being checked. */
const checkRetrySeconds = 1

/** Registers resumable uploads by the tus protocol 1.0. Each belongs to the user who started it. */
async function resumableRoutes(app: FastifyInstance, context: UploadContext): Promise<void> {
  const { db } = context
  const path = `${app.prefix}${paths.resumableUploads}`
  let handlerPromise: Promise<ResumableHandler> | undefined
  // The handler is loaded with the first upload, so an idle server needs no memory for it and for Node's fetch.
  const loadHandler = async () => (await import('./resumable-handler.ts')).createHandler(context, path)
  const handleResumable = async (request: FastifyRequest, reply: FastifyReply) =>
    (await (handlerPromise ??= loadHandler()))(request, reply)
  // Fastify leaves the body unread: the handler writes it to the disk.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  const config = {
    permission: { kind: 'signed_in' as const },
    rateLimit: { max: chunksPerMinute, timeWindow: 60_000 },
  }
  app.post(
    paths.resumableUploads,
    { config, schema: createSchema('Begins an upload that goes on after a break (tus 1.0)') },
    handleResumable,
  )
  const uploadPath = `${paths.resumableUploads}/:id`
  const summaries = {
    HEAD: 'Tells how far an upload has come',
    PATCH: 'Goes on with it',
    DELETE: 'Gives it up',
  }
  for (const [method, summary] of Object.entries(summaries)) {
    app.route<{ Params: { id: string } }>({
      method,
      url: uploadPath,
      config,
      schema: createSchema(summary),
      handler: async (request, reply) => {
        await getOwnUpload(context, request)
        return await handleResumable(request, reply)
      },
    })
  }
  app.get<{ Params: { id: string } }>(
    `${uploadPath}/file`,
    { config, schema: createSchema('Tells the file that an upload became') },
    async (request) => {
      const { file_no: no } = await getOwnUpload(context, request)
      // Bytes are still missing.
      if (no === null) throw createHttpError('not_found')
      const file = (await findFiles(db.kysely, [no])).get(no)
      // The file is being checked. When the checks reject it, the upload is deleted.
      if (!file) throw createHttpError('server.busy', { retryAfterSeconds: checkRetrySeconds })
      return success<FileValue>(file)
    },
  )
}

function createSchema(summary: string) {
  return { tags: ['files'], summary }
}

/**
 * Gets an upload of the caller.
 * @throws HttpError `not_found` for an upload that is unknown, expired, or of another user
 */
async function getOwnUpload({ db, now }: UploadContext, { params, caller }: FastifyRequest) {
  const row = await db.kysely
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', (params as { id: string }).id)
    // In SQL nothing equals null, not even the owner of an anonymous upload.
    .where('owner_id', '=', caller.kind === 'user' ? caller.id : null)
    .where('expires_at', '>', toInstant(now()))
    .executeTakeFirst()
  if (!row) throw createHttpError('not_found')
  return row
}
