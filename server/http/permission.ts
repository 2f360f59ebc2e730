import type { ErrorKey } from '#contract/errors.ts'
import { type Caller, anonymous, type UserCaller } from './caller.ts'
import { createHttpError, type HttpError } from '../errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { unavailable } from './error-handler.ts'

/** What a caller wants to do with a module; `act` is to call one of its own actions. */
export type ModuleAction =
  | 'list'
  | 'read'
  | 'create'
  | 'update'
  | 'delete'
  | 'import'
  | 'export'
  | 'history'
  | 'reveal'
  | 'act'

/**
 * Who may call a route. Every route declares one in its `config`; the server does not start when one does not.
 * `module` takes the module's name from the route's own parameter `:module`. `first_step` lets in a sign-in that still
 * needs its second factor, too.
 */
export type Permission =
  | { kind: 'public' }
  | { kind: 'signed_in' }
  | { kind: 'first_step' }
  | { kind: 'module'; action: ModuleAction }
  | { kind: 'employee' }
  | { kind: 'operator' }

/**
 * Whether the definitions allow this caller this action on this module; false for an unknown module too. A key when it
 * is the caller's own state alone that forbids it for now: that is told (security.md "Roles").
 */
export type CanUseModule = (caller: Caller, module: string, action: ModuleAction) => boolean | ErrorKey

/** Who the specification calls an employee: organisers, and staff who were granted a module of the console. */
export function isEmployee(caller: Caller): boolean {
  if (caller.kind === 'anonymous') return false
  return caller.role === 'organiser' || (caller.grants ?? []).length > 0
}

/**
 * Lets the caller pass, or throws. Nobody gets the same 401 for everything that is not public, known or not;
 * a signed-in caller without the right gets the same 404 as for an unknown module.
 */
export function checkPermission(
  permission: Permission,
  caller: Caller,
  module: string | undefined,
  mayUseModule: CanUseModule,
): void {
  const verdict = judge(permission, caller, module, mayUseModule)
  if (verdict === true) return
  if (verdict !== false) throw createHttpError(verdict)
  throw createNotFoundError(caller)
}

/** Nobody learns whether there is what they may not use. */
export function createNotFoundError(caller: Caller): HttpError {
  return createHttpError(caller.kind === 'anonymous' ? 'sign_in.required' : 'not_found', { isDenied: true })
}

function judge(
  permission: Permission,
  caller: Caller,
  module: string | undefined,
  mayUseModule: CanUseModule,
): boolean | ErrorKey {
  switch (permission.kind) {
    case 'public':
      return true
    case 'first_step':
    case 'signed_in':
      return caller.kind === 'user'
    case 'employee':
      return isEmployee(caller)
    case 'operator':
      return caller.kind === 'user' && caller.isAdministrator
    case 'module':
      return module !== undefined && mayUseModule(caller, module, permission.action)
    default:
      return permission satisfies never
  }
}

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
