import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { anonymous, type Caller, type UserCaller } from './caller.ts'
import { checkPermission, type MayUseModule, type Permission } from './permission.ts'
import { refuse, Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
  }
  interface FastifyRequest {
    /** Who makes this request; set before the body is read. */
    caller: Caller
  }
}

export interface GateOptions {
  /** The account of a token that is good now. */
  findCaller: (token: string) => Promise<UserCaller | undefined>
  mayUseModule: MayUseModule
}

/** Header that tells the app that its token was not taken, on an answer made as for nobody. */
const sessionHeader = 'X-Session'

/**
 * Looks up the caller and lets the request pass or refuses it, before its body is read and after the rate limits.
 * The app does not become ready when a route declares no permission.
 */
export function guardRoutes(app: FastifyInstance, options: GateOptions): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => refuseUndeclared(routes))
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = anonymous
  })
  app.addHook('preParsing', async (request, reply) => {
    const lookup = await lookUp(request, options)
    request.caller = lookup.caller
    if (lookup.isExpired) reply.header(sessionHeader, 'expired')
    // An address without a route has its own answer, made of the caller too.
    if (request.is404) return
    check(request, request.routeOptions.config.permission, lookup, options)
  })
}

/** @throws Error that names the routes without a permission */
function refuseUndeclared(routes: readonly RouteOptions[]): void {
  const silent = routes.filter((route) => !route.config?.permission)
  if (silent.length === 0) return
  const names = silent.map((route) => `${String(route.method)} ${route.url}`)
  throw new Error(`These routes declare no permission: ${names.join(', ')}`)
}

interface Lookup {
  caller: Caller
  isExpired: boolean
  /** Why the token could not be looked up. */
  failure?: unknown
}

async function lookUp(request: FastifyRequest, { findCaller }: GateOptions): Promise<Lookup> {
  const token = request.headers.authorization
  if (!token) return { caller: anonymous, isExpired: false }
  try {
    const caller = await findCaller(token)
    return { caller: caller ?? anonymous, isExpired: !caller }
  } catch (failure) {
    // Public answers go on from memory while the database is away.
    return { caller: anonymous, isExpired: false, failure }
  }
}

function check(
  request: FastifyRequest,
  permission: Permission | undefined,
  lookup: Lookup,
  { mayUseModule }: GateOptions,
): void {
  const { module } = request.params as { module?: string }
  try {
    checkPermission(permission ?? { kind: 'operator' }, lookup.caller, module, mayUseModule)
  } catch (refusal) {
    if (lookup.failure && refusal instanceof Refusal)
      throw lookup.failure instanceof Error
        ? lookup.failure
        : refuse('server.unavailable', { cause: lookup.failure })
    throw refusal
  }
}
