import type { Caller } from '#server/http/caller.ts'
import { createNotFoundError, type CanUseModule } from '#server/http/permission.ts'
import type { Registry } from '../schema/registry.ts'
import type { Action, ModulePermission } from '../schema/permissions.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { createHttpError } from '#server/errors.ts'
import { findDenialKey, findModulePermission, isAllowed } from '../schema/visible-fields.ts'

/** Answers the permission check of routes from the modules' permissions; an unknown module gives no right. */
export function canUseModule(registry: Registry): CanUseModule {
  return (caller, name, action) => {
    const module = registry.find(name)
    if (!module) return false
    // Which action it is, and whether the caller may call it, is seen by whoever finds it.
    if (action === 'act') return (findModulePermission(caller, module)?.deeds.size ?? 0) > 0
    return findDenialKey(caller, module, action) ?? isAllowed(caller, module, action)
  }
}

/**
 * The module, when the caller may do this with it.
 * @throws Refusal the very same for an unknown and a forbidden module; the typed one when the caller's own state forbids it
 */
export function getModule(registry: Registry, caller: Caller, name: string, action: Action): ServerModule {
  const module = registry.find(name)
  const closed = module && findDenialKey(caller, module, action)
  if (closed) throw createHttpError(closed)
  if (!module || !isAllowed(caller, module, action)) throw createNotFoundError(caller)
  return module
}

/** Callers with equal views of a module get equal answers, whoever they are. */
export function getViewKey(grant: ModulePermission | undefined): string {
  const known = grant && viewKeys.get(grant)
  if (known !== undefined) return known
  const key = JSON.stringify([grant?.onlyFields ?? null, grant?.maskedFields ?? [], grant?.scope ?? []])
  if (grant) viewKeys.set(grant, key)
  return key
}

const viewKeys = new WeakMap<ModulePermission, string>()

/** True when what the caller sees depends on who they are. @param asked for: rows that are not published, one's own alone */
export function isPersonal(
  grant: ModulePermission | undefined,
  { drafts = false, own = false }: { drafts?: boolean; own?: boolean } = {},
): boolean {
  if (own) return true
  const hasOwnDrafts = drafts && grant?.ownDrafts !== undefined
  return hasOwnDrafts || (grant?.scope.some((item) => 'is' in item) ?? false)
}

/** True when the caller sees the module's published rows exactly as nobody does. */
export function seesAsPublic(caller: Caller, module: ServerModule): boolean {
  const nobody = module.permissions.anonymous
  return nobody !== undefined && getViewKey(nobody) === getViewKey(findModulePermission(caller, module))
}
