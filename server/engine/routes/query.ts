import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredLocale } from '#server/http/error-texts.ts'
import { sendPublic } from '#server/http/public-response.ts'
import type { Locale } from '#contract/locale.ts'
import type { ListQuery } from '../query/list-request.ts'
import { describeModule } from '../metadata/metadata.ts'
import { handleDetail, handleList, type ReadResponse, type ReadContext } from '../query/read-handlers.ts'
import { detailSchema, listSchema } from './schemas.ts'

/** Tells a client that its metadata of the module is old. */
export const revisionHeader = 'X-Metadata-Revision'

/** Lists and single rows of modules. */
export async function queryRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  app.get<{ Params: { module: string }; Querystring: ListQuery }>(
    '/front/query/:module/all',
    { config: { permission: { kind: 'module', action: 'list' } }, schema: listSchema },
    async (request, reply) => {
      const { caller, params, query } = request
      const answer = await handleList(context, { caller, locale: localeOf(request) }, params.module, query)
      addRevision(context, request, reply)
      return sendRead(reply, answer)
    },
  )
  app.get<{ Params: { module: string; id: string }; Querystring: ListQuery }>(
    '/front/query/:module/:id',
    { config: { permission: { kind: 'module', action: 'read' } }, schema: detailSchema },
    async (request, reply) => {
      const { caller, params, query } = request
      const answer = await handleDetail(context, caller, params, query)
      addRevision(context, request, reply)
      return sendRead(reply, answer)
    },
  )
}

/** The caller's language. */
export function localeOf(request: FastifyRequest): Locale {
  return preferredLocale(request.headers['accept-language'])
}

/** Sends what everybody may keep, or what nobody may. */
export function sendRead(reply: FastifyReply, { isPublic, answer }: ReadResponse): FastifyReply {
  return sendPublic(reply, isPublic ? answer : { ...answer, cacheControl: 'no-store' })
}

function addRevision(
  { registry }: ReadContext,
  request: FastifyRequest<{ Params: { module: string } }>,
  reply: FastifyReply,
): void {
  const module = registry.get(request.params.module)
  reply.header(revisionHeader, describeModule(request.caller, module, registry).revision)
}
