import type { ErrorKey } from '#contract/errors.ts'
import { type Caller, anonymous, type UserCaller } from './caller.ts'
import { createHttpError, type HttpError } from '../errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { createUnavailableError } from './error-handler.ts'

/** An operation on a module. `history` reads earlier versions of a row, `reveal` a masked value; `act` calls an action. */
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
 * Who may call a route. Every route declares a permission in its `config`; otherwise the server does not start. `module` takes
 * the module's name from the route's parameter `:module`. `first_step` also admits a sign-in that still needs its second factor.
 * `operator` admits administrators.
 */
export type Permission =
  | { kind: 'public' }
  | { kind: 'signed_in' }
  | { kind: 'first_step' }
  | { kind: 'module'; action: ModuleAction }
  | { kind: 'employee' }
  | { kind: 'operator' }

/**
 * Checks whether the definitions allow a caller an action on a module; false for an unknown module too. Returns an error
 * key when only the caller's own state forbids it for now: this reason may be shown to the caller.
 */
export type CanUseModule = (caller: Caller, module: string, action: ModuleAction) => boolean | ErrorKey

/** Checks for an employee: an organiser, or staff with a grant for a module of the console. */
export function isEmployee(caller: Caller): boolean {
  if (caller.kind === 'anonymous') return false
  return caller.role === 'organiser' || (caller.grants ?? []).length > 0
}

/**
 * Throws unless the caller has the permission. An anonymous caller gets the same 401 for everything that is not public; a
 * signed-in caller without the permission gets the same 404 as for an unknown module.
 */
export function checkPermission(
  permission: Permission,
  caller: Caller,
  module: string | undefined,
  canUseModule: CanUseModule,
): void {
  const result = evaluatePermission(permission, caller, module, canUseModule)
  if (result === true) return
  if (result !== false) throw createHttpError(result)
  throw createNotFoundError(caller)
}

/** Creates the error of a missing permission. It does not reveal whether the module exists, and the audit log records it. */
export function createNotFoundError(caller: Caller): HttpError {
  return createHttpError(caller.kind === 'anonymous' ? 'sign_in.required' : 'not_found', { isDenied: true })
}

function evaluatePermission(
  permission: Permission,
  caller: Caller,
  module: string | undefined,
  canUseModule: CanUseModule,
): boolean | ErrorKey {
  switch (permission.kind) {
    case 'public':
      return true
    // They differ in `setCaller`: for `signed_in` it leaves a partial sign-in anonymous.
    case 'first_step':
    case 'signed_in':
      return caller.kind === 'user'
    case 'employee':
      return isEmployee(caller)
    case 'operator':
      return caller.kind === 'user' && caller.isAdministrator
    case 'module':
      return module !== undefined && canUseModule(caller, module, permission.action)
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
     * Caller of this request; set before the body is read.
     * @throws HttpError `server.unavailable` when the token could not be looked up
     */
    caller: Caller
    /** Error that reading `caller` throws. */
    callerFailure: HttpError | undefined
  }
}

/** How the permission hook finds callers and decides about modules. */
export interface PermissionHookOptions {
  /** Finds the account of a valid token: the text of the header `Authorization`. */
  findCaller: (token: string) => Promise<UserCaller | undefined>
  canUseModule: CanUseModule
}

/** Response header by which the app learns that its token is not valid any more; the caller counted as anonymous. */
const sessionHeader = 'X-Session'

/**
 * Finds the caller and checks the permission of each request, after the rate limits and before its body is read.
 * The app does not become ready when a route declares no permission.
 */
export function registerPermissionHook(app: FastifyInstance, options: PermissionHookOptions): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => assertAllDeclared(routes))
  app.decorateRequest('caller')
  app.decorateRequest('callerFailure')
  // For requests that a hook rejects before the caller is found: the log reads it.
  app.addHook('onRequest', async (request) => {
    request.caller = anonymous
  })
  app.addHook('preParsing', async (request, reply) => {
    const isPartial = await setCaller(request, reply, options)
    // A path without a route is handled by the not-found handler, which checks the caller too.
    if (!request.is404) checkRequest(request, isPartial, options)
  })
}

/** @throws Error that names the routes without a permission */
function assertAllDeclared(routes: readonly RouteOptions[]): void {
  const undeclared = routes.filter((route) => !route.config?.permission)
  if (undeclared.length === 0) return
  const names = undeclared.map((route) => `${String(route.method)} ${route.url}`)
  throw new Error(`These routes declare no permission: ${names.join(', ')}`)
}

/**
 * Sets the caller of a request. When the database cannot find a token, reading `caller` throws, so that its owner never
 * counts as anonymous; routes that do not read it (pages, health, metrics) work.
 * @returns true when the sign-in still needs its second factor and the route does not accept that: the caller is anonymous
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
    const failure = createUnavailableError(cause)
    request.callerFailure = failure
    Object.defineProperty(request, 'caller', {
      get: () => {
        throw failure
      },
    })
  }
  return false
}

/**
 * Checks the permission of a request.
 * @throws HttpError `second_factor.required` when the sign-in is partial, otherwise the error of {@link checkPermission}
 */
function checkRequest(
  request: FastifyRequest,
  isPartial: boolean,
  { canUseModule }: PermissionHookOptions,
): void {
  // Routes without a permission prevent the start, so the strictest one is only a precaution.
  const { permission = { kind: 'operator' } } = request.routeOptions.config
  if (permission.kind === 'public') return
  const { module } = request.params as { module?: string }
  try {
    checkPermission(permission, request.caller, module, canUseModule)
  } catch (error) {
    throw isPartial ? createHttpError('second_factor.required') : error
  }
}
