import type { Caller } from '#server/http/caller.ts'
import { refuseAsUnknown, type MayUseModule } from '#server/http/permission.ts'
import type { Registry } from './registry.ts'
import type { Action, Grant } from './grants.ts'
import type { ServerModule } from './server-module.ts'
import { refuse } from '#server/http/refusal.ts'
import { closedBy, findGrant, mayDo } from './visible-fields.ts'

/** Answers the permission check of routes from the modules' permissions; an unknown module gives no right. */
export function mayUseModule(registry: Registry): MayUseModule {
  return (caller, name, action) => {
    const module = registry.find(name)
    if (!module) return false
    // Which action it is, and whether the caller may call it, is seen by whoever finds it.
    if (action === 'act') return (findGrant(caller, module)?.deeds.size ?? 0) > 0
    return closedBy(caller, module, action) ?? mayDo(caller, module, action)
  }
}

/**
 * The module, when the caller may do this with it.
 * @throws Refusal the very same for an unknown and a forbidden module; the typed one when the caller's own state forbids it
 */
export function getModule(registry: Registry, caller: Caller, name: string, action: Action): ServerModule {
  const module = registry.find(name)
  const closed = module && closedBy(caller, module, action)
  if (closed) throw refuse(closed)
  if (!module || !mayDo(caller, module, action)) throw refuseAsUnknown(caller)
  return module
}

/** Callers with equal views of a module get equal answers, whoever they are. */
export function viewKey(grant: Grant | undefined): string {
  const known = grant && viewKeys.get(grant)
  if (known !== undefined) return known
  const key = JSON.stringify([grant?.onlyFields ?? null, grant?.maskedFields ?? [], grant?.scope ?? []])
  if (grant) viewKeys.set(grant, key)
  return key
}

const viewKeys = new WeakMap<Grant, string>()

/** True when what the caller sees depends on who they are. @param asked for: rows that are not published, one's own alone */
export function isPersonal(
  grant: Grant | undefined,
  { drafts = false, own = false }: { drafts?: boolean; own?: boolean } = {},
): boolean {
  if (own) return true
  const hasOwnDrafts = drafts && grant?.ownDrafts !== undefined
  return hasOwnDrafts || (grant?.scope.some((item) => 'is' in item) ?? false)
}

/** True when the caller sees the module's published rows exactly as nobody does. */
export function seesAsPublic(caller: Caller, module: ServerModule): boolean {
  const nobody = module.permissions.anonymous
  return nobody !== undefined && viewKey(nobody) === viewKey(findGrant(caller, module))
}
