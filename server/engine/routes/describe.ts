import type { FastifyInstance } from 'fastify'
import type { GrantableActions, ModuleSummary, PendingSummary } from '#contract/module-summary.ts'
import type { Caller } from '#server/http/caller.ts'
import { success } from '#server/http/envelope.ts'
import { createEtag, sendPublic } from '#server/http/public-response.ts'
import { getModule } from '../query/access.ts'
import { describeModule, optionsFor } from '../metadata/metadata.ts'
import { countPending, type PendingCount } from '../query/count-pending.ts'
import type { EngineContext } from '../query/engine-context.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, isConsoleReader, isAllowed } from '../schema/visible-fields.ts'
import { revisionHeader } from './query.ts'
import { moduleSchema, modulesSchema } from './schemas.ts'

/** Whoever may keep it asks again each time, and gets 304 while nothing changed. */
const cacheControl = 'private, no-cache'

/** What modules there are and what each is made of, for this caller. */
export async function describeRoutes(
  app: FastifyInstance,
  { db, registry, now }: EngineContext,
): Promise<void> {
  app.get<{ Querystring: { with?: string } }>(
    '/modules',
    { config: { permission: { kind: 'public' } }, schema: modulesSchema },
    async ({ caller, query }) => {
      const modules = registry.modules.filter((module) => isAllowed(caller, module, 'list'))
      const managed = new Set(modules.filter((module) => isConsoleReader(caller, module)))
      const waiting =
        query.with === 'waiting'
          ? await countPending(
              db.kysely,
              [...managed].filter((module) => seesAllRows(caller, module)),
              now(),
            )
          : []
      return success(
        modules.map((module): ModuleSummary => {
          const { name, label, group } = module.definition
          const own = waiting.filter((one) => one.module === module).map(toEntry)
          const grant = query.with === 'grants' && isAdministrator(caller) && grantOf(module)
          return {
            name,
            label,
            group,
            managed: managed.has(module),
            ...(own.length > 0 && { waiting: own }),
            ...(grant && { grant }),
          }
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
      return sendPublic(reply, { body, etag: createEtag(body), cacheControl })
    },
  )
}

/** Who may see accounts and give grants. */
function isAdministrator(caller: Caller): boolean {
  return caller.kind !== 'anonymous' && caller.isAdministrator
}

/** What staff may do who are let into the module: what organisers may. Undefined where nobody can be let in. */
function grantOf({ definition, permissions }: ServerModule): GrantableActions | undefined {
  const { organiser } = permissions
  if (!organiser) return undefined
  const deeds = Object.entries(definition.actions ?? {}).filter(([name]) => organiser.deeds.has(name))
  return { actions: [...organiser.actions], deeds: deeds.map(([, { label }]) => label) }
}

/** Counts are of all rows: who sees only some of them is told none. */
function seesAllRows(caller: Caller, module: ServerModule): boolean {
  return findModulePermission(caller, module)?.scope.length === 0
}

function toEntry({ label, rule, count, late, lateBefore, oldestAt }: PendingCount): PendingSummary {
  const limit = lateBefore === undefined ? {} : { lateBefore }
  return { label, filters: rule.rows, sorters: { [rule.since]: 'asc' }, count, late, ...limit, oldestAt }
}
