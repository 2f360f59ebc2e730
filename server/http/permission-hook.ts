import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { anonymous, type Caller, type UserCaller } from './caller.ts'
import { unavailable } from './error-handler.ts'
import { checkPermission, type CanUseModule, type Permission } from './permission.ts'
import { createHttpError, type HttpError } from '../errors.ts'

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
    callerFailure: HttpError | undefined
  }
}

export interface PermissionHookOptions {
  /** The account of a token that is good now. */
  findCaller: (token: string) => Promise<UserCaller | undefined>
  mayUseModule: CanUseModule
}

/** Header that tells the app that its token was not taken, on an answer made as for nobody. */
const sessionHeader = 'X-Session'

/**
 * Looks up the caller and lets the request pass or refuses it, before its body is read and after the rate limits.
 * The app does not become ready when a route declares no permission.
 */
export function registerPermissionHook(app: FastifyInstance, options: PermissionHookOptions): void {
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
    const isPartial = await setCaller(request, reply, options)
    // An address without a route has its own answer, made of the caller too.
    if (!request.is404) check(request, isPartial, options)
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
 * While a token cannot be looked up, its sender never counts as nobody. What does not depend on the caller, as pages,
 * health and figures, goes on.
 * @returns true when the sign-in still needs its second factor, which this route does not take: the caller counts as nobody
 */
async function setCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { findCaller }: PermissionHookOptions,
): Promise<boolean> {
  const token = request.headers.authorization
  if (!token) return false
  try {
    const caller = await findCaller(token)
    if (!caller) reply.header(sessionHeader, 'expired')
    else if (caller.pendingStep && request.routeOptions.config.permission?.kind !== 'first_step') return true
    else request.caller = caller
  } catch (cause) {
    const failure = unavailable(cause)
    request.callerFailure = failure
    Object.defineProperty(request, 'caller', {
      get: () => {
        throw failure
      },
    })
  }
  return false
}

function check(request: FastifyRequest, isPartial: boolean, { mayUseModule }: PermissionHookOptions): void {
  const { permission = { kind: 'operator' } } = request.routeOptions.config
  if (permission.kind === 'public') return
  const { module } = request.params as { module?: string }
  try {
    checkPermission(permission, request.caller, module, mayUseModule)
  } catch (refusal) {
    throw isPartial ? createHttpError('second_factor.required') : refusal
  }
}
