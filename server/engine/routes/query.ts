import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeModule } from '../metadata/metadata.ts'
import type { ListQuery } from '../query/list-request.ts'
import { handleDetail, handleList, type ReadResponse, handleNamedValue } from '../query/read-handlers.ts'
import { type ReadContext } from '#server/engine/query/engine-context.ts'
import { listRelated } from '../query/relationship.ts'
import { searchModules } from '../query/search.ts'
import type { Locale } from '#contract/locale.ts'
import { success } from '#server/http/envelope.ts'
import { preferredLocale } from '#server/http/error-texts.ts'
import { sendPublic } from '#server/http/public-response.ts'

/** Response header with the revision of the module's metadata, by which a client detects that its copy is stale. */
export const revisionHeader = 'X-Metadata-Revision'

/** Registers the endpoints of lists and single rows. */
export async function queryRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  app.get<{ Params: { module: string }; Querystring: ListQuery }>(
    '/front/query/:module/all',
    { config: { permission: { kind: 'module', action: 'list' } }, schema: listSchema },
    async (request, reply) => {
      const { caller, params, query } = request
      const response = await handleList(
        context,
        { caller, locale: getRequestLocale(request) },
        params.module,
        query,
      )
      addMetadataRevision(context, request, reply)
      return sendRead(reply, response)
    },
  )
  app.get<{ Params: { module: string; id: string }; Querystring: ListQuery }>(
    '/front/query/:module/:id',
    { config: { permission: { kind: 'module', action: 'read' } }, schema: detailSchema },
    async (request, reply) => {
      const { caller, params, query } = request
      const response = await handleDetail(context, caller, params, query)
      addMetadataRevision(context, request, reply)
      return sendRead(reply, response)
    },
  )
}

/** Gets the language of a request. */
export function getRequestLocale(request: FastifyRequest): Locale {
  return preferredLocale(request.headers['accept-language'])
}

/** Sends a response that is either publicly cacheable or not cacheable at all. */
export function sendRead(reply: FastifyReply, { isPublic, response }: ReadResponse): FastifyReply {
  return sendPublic(reply, isPublic ? response : { ...response, cacheControl: 'no-store' })
}

/** Adds the header with the revision of the module's metadata for the caller. */
function addMetadataRevision(
  { registry }: ReadContext,
  request: FastifyRequest<{ Params: { module: string } }>,
  reply: FastifyReply,
): void {
  const module = registry.get(request.params.module)
  reply.header(revisionHeader, describeModule(request.caller, module, registry).revision)
}

/** Registers the endpoints of relations, search and named values. */
export async function findRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  app.get<{ Params: { module: string }; Querystring: ListQuery }>(
    '/relationship/:module',
    { config: { permission: { kind: 'module', action: 'list' } }, schema: relationshipSchema },
    async (request) => {
      const { caller, params, query } = request
      const reader = { caller, locale: getRequestLocale(request) }
      return success(await listRelated(context, reader, params.module, query))
    },
  )
  app.get<{ Querystring: ListQuery }>(
    '/front/search',
    { config: { permission: { kind: 'public' } }, schema: searchSchema },
    async (request) =>
      success(await searchModules(context, request.caller, request.query, getRequestLocale(request))),
  )
  // Public routes, as `handleNamedValue` checks the caller's permission.
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

const text = { type: 'string' } as const
const moduleParam = { type: 'string', description: 'Name of the module.' } as const

const pagingParams = {
  page: { type: 'string', description: 'From 1.' },
  size: {
    type: 'string',
    description: 'Rows a page, 20 when absent; 0 for all, where the module allows it.',
  },
} as const
const draftsParam = {
  type: 'string',
  description: '1 for rows that are not published too, for who may see them.',
} as const

const ownParam = {
  type: 'string',
  description:
    '1 for the rows of the caller alone, in modules whose rows are somebody’s own; each with `client_row_id`, the id that the caller’s client gave it.',
} as const

const withParam = {
  type: 'string',
  description: '`permissions` for what the caller may do with each row.',
} as const

/** `GET /front/query/{module}/all`. */
export const listSchema = {
  tags: ['modules'],
  summary: 'Lists the rows of a module',
  params: { type: 'object', properties: { module: moduleParam } },
  // A misspelt parameter would otherwise return all rows.
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      filters: {
        type: 'string',
        description: '`param:op:value` joined by `,`; `:` in values as `#`, arrays by `|`.',
      },
      fq: {
        type: 'string',
        description: 'JSON array of filter items, for values that `filters` cannot carry.',
      },
      sorters: { type: 'string', description: '`field:asc` or `field:desc`, joined by `,`.' },
      q: { type: 'string', description: 'Words to search for.' },
      ...pagingParams,
      fields: { type: 'string', description: 'Names of the fields wanted, joined by `,`.' },
      drafts: draftsParam,
      own: ownParam,
      with: withParam,
    },
  },
} as const

/** `GET /front/query/{module}/{id}`. */
export const detailSchema = {
  tags: ['modules'],
  summary: 'Reads one row of a module',
  params: { type: 'object', properties: { module: moduleParam, id: text } },
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: { drafts: draftsParam, with: withParam },
  },
} as const

/** `GET /relationship/{module}`. */
export const relationshipSchema = {
  tags: ['modules'],
  summary: 'Lists the rows that a relation field may point to',
  params: { type: 'object', properties: { module: moduleParam } },
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      field: text,
      q: text,
      ids: { type: 'string', description: 'Joined by `,`.' },
      ...pagingParams,
      drafts: draftsParam,
    },
  },
} as const

/** `GET /front/search`. */
export const searchSchema = {
  tags: ['modules'],
  summary: 'Searches all searched modules, or one of them',
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: { q: text, module: text, ...pagingParams },
  },
} as const

/** Schema of endpoints that name a value. */
export const namedValueSchema = {
  tags: ['modules'],
  summary: 'Reads a value by its name',
  params: { type: 'object', properties: { name: text } },
} as const
