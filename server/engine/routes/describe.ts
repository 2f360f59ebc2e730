import type { FastifyInstance } from 'fastify'
import type { ModuleEntry } from '#contract/calls.ts'
import { success } from '#server/http/envelope.ts'
import { etagOf, sendPublic } from '#server/http/public-answer.ts'
import { getModule } from '../access.ts'
import { describeModule, optionsFor } from '../metadata.ts'
import type { ReadContext } from '../read-calls.ts'
import { mayDo } from '../visible-fields.ts'
import { revisionHeader } from './query.ts'
import { moduleSchema } from './schemas.ts'

/** Whoever may keep it asks again each time, and gets 304 while nothing changed. */
const cacheControl = 'private, no-cache'

/** What modules there are and what each is made of, for this caller. */
export async function describeRoutes(app: FastifyInstance, { registry }: ReadContext): Promise<void> {
  app.get(
    '/modules',
    {
      config: { permission: { kind: 'public' } },
      schema: { tags: ['modules'], summary: 'Lists the modules that the caller may list' },
    },
    async ({ caller }) => {
      const modules = registry.modules.filter((module) => mayDo(caller, module, 'list'))
      return success(
        modules.map(({ definition }): ModuleEntry => {
          const { name, label, group } = definition
          return { name, label, group }
        }),
      )
    },
  )
  app.get<{ Params: { module: string } }>(
    '/front/metadata/:module',
    {
      config: { permission: { kind: 'module', action: 'read' } },
      schema: moduleSchema('Describes a module'),
    },
    async ({ caller, params }, reply) => {
      const metadata = describeModule(caller, getModule(registry, caller, params.module, 'read'), registry)
      const body = JSON.stringify(success(metadata))
      reply.header(revisionHeader, metadata.revision)
      return sendPublic(reply, { body, etag: metadata.revision, cacheControl })
    },
  )
  app.get<{ Params: { module: string } }>(
    '/front/:module/options',
    {
      config: { permission: { kind: 'module', action: 'read' } },
      schema: moduleSchema('Lists the choices of a module by type code'),
    },
    async ({ caller, params }, reply) => {
      const options = optionsFor(caller, getModule(registry, caller, params.module, 'read'))
      const body = JSON.stringify(success(options))
      return sendPublic(reply, { body, etag: etagOf(body), cacheControl })
    },
  )
}
