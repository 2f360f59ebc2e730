import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import { keyPattern } from './idempotency.ts'

/**
 * Collects the routes that are registered after it. Their descriptions are at `{prefix}/openapi.json`, and readable
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
      security: [{ token: [] }, {}],
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, at) =>
        typeof $id === 'string' ? $id : `schema-${at}`,
    },
    transform: ({ schema, url, route }) => ({
      schema: withRefusal(route.config?.takesKey ? withKey(schema) : schema),
      url,
    }),
  })
  app.get(
    `${apiPrefix}/openapi.json`,
    { config: { permission: { kind: 'public' } }, schema: { hide: true } },
    () => app.swagger(),
  )
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: { kind: 'public' } }
    })
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', docsPolicy)
    })
    await docs.register(swaggerUi, { routePrefix: `${apiPrefix}/docs`, uiConfig: { tryItOutEnabled: false } })
  })
}

/** Every call may be refused; said once here, and not by each route. */
function withRefusal(schema: FastifySchema = {}): FastifySchema {
  const refusal = { description: 'Refused', $ref: 'Refusal#' }
  return { ...schema, response: { ...(schema.response as object | undefined), default: refusal } }
}

/** Said once here, and not by each route; the http layer itself checks the key. */
function withKey(schema: FastifySchema = {}): FastifySchema {
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

/** The reader sets styles inline and builds HTML from strings; it runs on its own page, with no inline script. */
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

/** JSON Schema of every refusal (contract/envelope.ts), for the description of the API. */
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
