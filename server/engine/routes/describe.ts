import type { FastifyInstance } from 'fastify'
import { describeModule, listOptions } from '../metadata/metadata.ts'
import { getModule } from '../query/access.ts'
import { countPending, type PendingCount } from '../query/count-pending.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { revisionHeader } from './query.ts'

import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, isConsoleReader, isAllowed } from '../schema/visible-fields.ts'
import type { GrantableActions, ModuleSummary, PendingSummary } from '#contract/module-summary.ts'
import type { Caller } from '#server/http/caller.ts'
import { success } from '#server/http/envelope.ts'
import { createEtag, sendPublic } from '#server/http/public-response.ts'

/** Only the browser caches the response, and revalidates it each time. */
const cacheControl = 'private, no-cache'

/** Registers the endpoints that describe modules. */
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
      const pendingCounts =
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
          const summaries = pendingCounts.filter((one) => one.module === module).map(toPendingSummary)
          const grant = query.with === 'grants' && isAdministrator(caller) && toGrantableActions(module)
          return {
            name,
            label,
            group,
            managed: managed.has(module),
            ...(summaries.length > 0 && { waiting: summaries }),
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
      const options = listOptions(caller, getModule(registry, caller, params.module, 'read'))
      const body = JSON.stringify(success(options))
      return sendPublic(reply, { body, etag: createEtag(body), cacheControl })
    },
  )
}

/** True for a caller who may see accounts and grant modules. */
function isAdministrator(caller: Caller): boolean {
  return caller.kind !== 'anonymous' && caller.isAdministrator
}

/** Lists what a grant of the module allows staff to do: the same as organisers. Undefined when the module cannot be granted. */
function toGrantableActions({ definition, permissions }: ServerModule): GrantableActions | undefined {
  const { organiser } = permissions
  if (!organiser) return undefined
  const runnableActions = Object.entries(definition.actions ?? {}).filter(([name]) =>
    organiser.runnableActions.has(name),
  )
  return { actions: [...organiser.actions], deeds: runnableActions.map(([, { label }]) => label) }
}

/** True when the caller sees all rows of the module. Counts cover all rows, so other callers get none. */
function seesAllRows(caller: Caller, module: ServerModule): boolean {
  return findModulePermission(caller, module)?.scope.length === 0
}

/** Converts a count for the response: with the filters and the order of the list that shows the pending rows. */
function toPendingSummary({ label, rule, count, late, lateBefore, oldestAt }: PendingCount): PendingSummary {
  const limit = lateBefore === undefined ? {} : { lateBefore }
  return { label, filters: rule.rows, sorters: { [rule.since]: 'asc' }, count, late, ...limit, oldestAt }
}

const moduleParam = { type: 'string', description: 'Name of the module.' } as const

/** `GET /modules`. */
export const modulesSchema = {
  tags: ['modules'],
  summary: 'Lists the modules that the caller may list',
  querystring: {
    type: 'object',
    properties: {
      with: {
        type: 'string',
        enum: ['waiting', 'grants'],
        description:
          '`waiting` for the counts of rows that wait for an organiser, in modules that the caller manages; `grants` for what a grant of each lets staff do, told to administrators.',
      },
    },
  },
} as const

/** Creates the schema of endpoints that only name a module. */
export function moduleSchema(summary: string) {
  return {
    tags: ['modules'],
    summary,
    params: { type: 'object', properties: { module: moduleParam } },
  } as const
}
