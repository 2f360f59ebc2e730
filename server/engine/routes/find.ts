import type { FastifyInstance } from 'fastify'
import { success } from '#server/http/envelope.ts'
import type { ListQuery } from '../query/list-request.ts'
import { handleNamedValue, type ReadContext } from '../query/read-handlers.ts'
import { listRelated } from '../query/relationship.ts'
import { searchModules } from '../query/search.ts'
import { localeOf, sendRead } from './query.ts'
import { namedValueSchema, relationshipSchema, searchSchema } from './schemas.ts'

/** Relations, search and named values. */
export async function findRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  app.get<{ Params: { module: string }; Querystring: ListQuery }>(
    '/relationship/:module',
    { config: { permission: { kind: 'module', action: 'list' } }, schema: relationshipSchema },
    async (request) => {
      const { caller, params, query } = request
      const reader = { caller, locale: localeOf(request) }
      return success(await listRelated(context, reader, params.module, query))
    },
  )
  app.get<{ Querystring: ListQuery }>(
    '/front/search',
    { config: { permission: { kind: 'public' } }, schema: searchSchema },
    async (request) =>
      success(await searchModules(context, request.caller, request.query, localeOf(request))),
  )
  for (const module of context.registry.modules) {
    const { namedValues } = module
    if (!namedValues) continue
    app.get<{ Params: { name: string } }>(
      `${namedValues.path}/:name`,
      { config: { permission: { kind: 'public' } }, schema: namedValueSchema },
      async ({ caller, params }, reply) =>
        sendRead(reply, await handleNamedValue(context, caller, module, params.name)),
    )
  }
}
