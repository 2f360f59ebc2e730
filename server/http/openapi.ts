import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { idempotencyHeaders } from '#contract/api.ts'
import { keyPattern } from './idempotency.ts'

/**
 * Describes the routes that are registered after it. The descriptions are at `{prefix}/openapi.json`, and readable
 * at `{prefix}/docs`.
 */
export async function describeApi(app: FastifyInstance, apiPrefix: string): Promise<void> {
  app.addSchema(errorSchema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Forum API',
        version: '1',
        description:
          'Every success is HTTP 200 with `{code: 200, msg, data}`; every refusal has the shape of `Refusal`.',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The token of the sign-in, as it is.',
          },
        },
      },
      // With or without a token, as the caller's permissions decide; public endpoints override it.
      security: [{ token: [] }, {}],
    },
    // The document names a shared schema by its `$id`; the plugin would number them, `def-0`.
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) =>
        typeof $id === 'string' ? $id : `schema-${index}`,
    },
    transform: ({ schema, url, route }) => ({
      schema: addErrorResponse(route.config?.takesKey ? addKeyHeader(schema) : schema),
      url,
    }),
  })
  app.get(
    `${apiPrefix}/openapi.json`,
    { config: { permission: { kind: 'public' } }, schema: { hide: true } },
    () => app.swagger(),
  )
  await app.register(async (docs) => {
    // The plugin registers the routes of its page itself, without a permission, which every route needs.
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: { kind: 'public' } }
    })
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', docsPolicy)
    })
    await docs.register(swaggerUi, { routePrefix: `${apiPrefix}/docs`, uiConfig: { tryItOutEnabled: false } })
  })
}

/** Adds the response of errors, `default` of OpenAPI: the one for every status that the route does not list. */
function addErrorResponse(schema: FastifySchema = {}): FastifySchema {
  const response = { description: 'Refused', $ref: 'Refusal#' }
  return { ...schema, response: { ...(schema.response as object | undefined), default: response } }
}

/** Adds the header of the idempotency key to a schema. It is documentation only: `runIdempotent` checks the key. */
function addKeyHeader(schema: FastifySchema = {}): FastifySchema {
  const description =
    'Made by the client, once for each thing it wants done. The same call with the same key gets the first answer ' +
    `again (\`${idempotencyHeaders.replayed}: true\`) for 30 days; another body is refused with 422, and a call that ` +
    'is still under way with 409.'
  const key = { type: 'string', pattern: keyPattern.source, description }
  const { properties = {} } = (schema.headers ?? {}) as { properties?: object }
  return {
    ...schema,
    headers: { type: 'object', properties: { ...properties, [idempotencyHeaders.key]: key } },
  }
}

/**
 * Content policy of the page of Swagger UI, in place of the app's (`security-headers.ts`): it allows inline styles and does
 * not require trusted types, because Swagger UI sets styles and builds HTML from strings.
 */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * JSON Schema of every error response: `ErrorEnvelope` of contract/envelope.ts. `Refusal` is its name in the published
 * description.
 */
export const errorSchema = {
  $id: 'Refusal',
  type: 'object',
  required: ['code', 'msg', 'data', 'error', 'requestId'],
  properties: {
    code: {
      type: 'integer',
      description: 'Equals the HTTP status; 401 with HTTP 200 for a refused sign-in.',
    },
    msg: { type: 'string', description: 'Text in the language of Accept-Language.' },
    data: { description: 'Null, or what the key promises: `row.stale` the row as it is now.' },
    error: {
      type: 'object',
      required: ['key', 'fields'],
      properties: {
        key: { type: 'string' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'key'],
            properties: {
              path: { type: 'string' },
              key: { type: 'string' },
              params: { type: 'object' },
              text: { type: 'string', description: 'Text of the key in the language of Accept-Language.' },
            },
          },
        },
      },
    },
    requestId: { type: 'string' },
  },
} as const
