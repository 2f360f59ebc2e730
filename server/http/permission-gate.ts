import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { anonymous, type Caller, type UserCaller } from './caller.ts'
import { unavailable } from './error-handler.ts'
import { checkPermission, type MayUseModule, type Permission } from './permission.ts'
import type { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
  }
  interface FastifyRequest {
    /**
     * Who makes this request; set before the body is read.
     * @throws Refusal `server.unavailable` when the token could not be looked up
     */
    caller: Caller
    /** What reading `caller` throws. */
    callerFailure: Refusal | undefined
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
  app.decorateRequest('callerFailure')
  app.addHook('onRequest', async (request) => {
    request.caller = anonymous
  })
  app.addHook('preParsing', async (request, reply) => {
    await setCaller(request, reply, options)
    // An address without a route has its own answer, made of the caller too.
    if (!request.is404) check(request, request.routeOptions.config.permission, options)
  })
}

/** @throws Error that names the routes without a permission */
function refuseUndeclared(routes: readonly RouteOptions[]): void {
  const silent = routes.filter((route) => !route.config?.permission)
  if (silent.length === 0) return
  const names = silent.map((route) => `${String(route.method)} ${route.url}`)
  throw new Error(`These routes declare no permission: ${names.join(', ')}`)
}

/**
 * Whoever sent a token is never taken for nobody while it cannot be looked up. What does not depend on the caller, as
 * pages, health and figures, goes on.
 */
async function setCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { findCaller }: GateOptions,
): Promise<void> {
  const token = request.headers.authorization
  if (!token) return
  try {
    const caller = await findCaller(token)
    if (caller) request.caller = caller
    else reply.header(sessionHeader, 'expired')
  } catch (cause) {
    const failure = unavailable(cause)
    request.callerFailure = failure
    Object.defineProperty(request, 'caller', {
      get: () => {
        throw failure
      },
    })
  }
}

function check(
  request: FastifyRequest,
  permission: Permission = { kind: 'operator' },
  { mayUseModule }: GateOptions,
): void {
  if (permission.kind === 'public') return
  const { module } = request.params as { module?: string }
  checkPermission(permission, request.caller, module, mayUseModule)
}
