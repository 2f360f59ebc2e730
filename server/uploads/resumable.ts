import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import { success } from '#server/http/envelope.ts'
import { createHttpError } from '#server/errors.ts'
import { findFiles } from '../files/find-files.ts'
import type { UploadContext } from './finish.ts'
import type { ResumableHandler } from './resumable-handler.ts'

/** Parts a minute from one address: a slow line sends many small ones. */
const partsAMinute = 6000

/** Uploads that go on after a break, by the tus protocol 1.0. Each belongs to the person who began it. */
export async function resumableRoutes(app: FastifyInstance, context: UploadContext): Promise<void> {
  const { db } = context
  const path = `${app.prefix}${paths.resumableUploads}`
  let loading: Promise<ResumableHandler> | undefined
  // The protocol's server, and Node's own fetch under it, are loaded with the first upload: an idle server holds neither.
  const load = async () => (await import('./resumable-handler.ts')).createHandler(context, path)
  const handle = async (request: FastifyRequest, reply: FastifyReply) =>
    (await (loading ??= load()))(request, reply)
  // The bytes are read where they are written to the disk.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  const config = {
    permission: { kind: 'signed_in' as const },
    rateLimit: { max: partsAMinute, timeWindow: 60_000 },
  }
  app.post(
    paths.resumableUploads,
    { config, schema: schema('Begins an upload that goes on after a break (tus 1.0)') },
    handle,
  )
  const one = `${paths.resumableUploads}/:id`
  const bodies = { HEAD: 'Tells how far an upload has come', PATCH: 'Goes on with it', DELETE: 'Gives it up' }
  for (const [method, summary] of Object.entries(bodies)) {
    app.route<{ Params: { id: string } }>({
      method,
      url: one,
      config,
      schema: schema(summary),
      handler: async (request, reply) => {
        await getOwn(context, request)
        return await handle(request, reply)
      },
    })
  }
  app.get<{ Params: { id: string } }>(
    `${one}/file`,
    { config, schema: schema('Tells the file that an upload became') },
    async (request) => {
      const { file_no: no } = await getOwn(context, request)
      if (no === null) throw createHttpError('not_found')
      const file = (await findFiles(db.kysely, [no])).get(no)
      // It is being checked; when the checks refuse it the upload is gone too.
      if (!file) throw createHttpError('server.busy', { retryAfterSeconds: 1 })
      return success<FileValue>(file)
    },
  )
}

function schema(summary: string) {
  return { tags: ['files'], summary }
}

/** @throws Refusal the very same for an upload that is unknown, has run out, or is another person's */
async function getOwn({ db, now }: UploadContext, { params, caller }: FastifyRequest) {
  const row = await db.kysely
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', (params as { id: string }).id)
    .where('owner_id', '=', caller.kind === 'user' ? caller.id : null)
    .where('expires_at', '>', toInstant(now()))
    .executeTakeFirst()
  if (!row) throw createHttpError('not_found')
  return row
}
