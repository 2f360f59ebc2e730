import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { paths, type UploadTicketBody } from '#contract/api.ts'
import { success } from '#server/http/envelope.ts'
import { createHttpError } from '#server/errors.ts'
import { createChecker } from '../files/checks/checker.ts'
import type { UploadContext } from './finish.ts'
import { formLimits, receiveMultipart, type FormFields } from './multipart.ts'
import { resumableRoutes } from './resumable.ts'
import { insertTicket, redeemTicket } from './tickets.ts'
import { resolveUploadTarget, type UploadTargetInput } from './upload-target.ts'

/** Uploads a minute from one address; a venue's visitors may share one. */
const uploadsAMinute = 600
/** The same without an account. */
const openUploadsAMinute = 60

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

/** Uploads: in one call with an account or by a ticket, and such that go on after a break. */
export async function uploadRoutes(
  app: FastifyInstance,
  parts: Omit<UploadContext, 'checker'>,
): Promise<void> {
  const checker = createChecker(parts.storage.arrivals)
  app.addHook('onClose', async () => checker.close())
  const context: UploadContext = { ...parts, checker }
  await app.register(multipart, { limits: formLimits })
  await oneCallRoutes(app, context)
  await resumableRoutes(app, context)
}

async function oneCallRoutes(app: FastifyInstance, context: UploadContext): Promise<void> {
  const { db, registry, now } = context
  app.post(
    paths.upload,
    {
      config: { permission: { kind: 'signed_in' }, rateLimit: { max: uploadsAMinute, timeWindow: 60_000 } },
      schema: {
        tags: ['files'],
        summary: 'Takes a file: a form of `module`, `field` (or `purpose`: `import`) and, last, `file`',
        consumes: ['multipart/form-data'],
      },
    },
    async (request) =>
      success(
        await receiveMultipart(context, request, (fields) =>
          resolveUploadTarget(registry, request.caller, getAim(fields)),
        ),
      ),
  )
  const open = {
    permission: { kind: 'public' as const },
    rateLimit: { max: openUploadsAMinute, timeWindow: 60_000 },
  }
  app.post<{ Body: UploadTicketBody }>(
    paths.uploadTicket,
    { config: open, schema: ticketSchema },
    async ({ caller, body }) =>
      success(await insertTicket(db.kysely, resolveUploadTarget(registry, caller, body), now())),
  )
  app.post(
    paths.openUpload,
    {
      config: open,
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
          const aim = await redeemTicket(db.kysely, getField(fields, 'ticket'), now())
          return resolveUploadTarget(registry, request.caller, aim)
        }),
      ),
  )
}

function getAim(fields: FormFields): UploadTargetInput {
  const module = getField(fields, 'module')
  const purpose = fields.get('purpose')
  if (purpose === undefined) return { module, field: getField(fields, 'field') }
  return { module, purpose, field: fields.get('field') }
}

function getField(fields: FormFields, name: string): string {
  const value = fields.get(name)
  if (value === undefined)
    throw createHttpError('request.invalid', { fields: [{ path: name, key: 'field.required' }] })
  return value
}
