import type { ErrorKey } from '#contract/errors.ts'
import type { Caller } from './caller.ts'
import { createHttpError, type HttpError } from '../errors.ts'

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
