import type { FieldDefinition } from '#contract/field-definition.ts'
import { systemFields } from '#contract/module-definition.ts'
import type { Action, ModulePermission, AccessRole } from '#server/engine/schema/permissions.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'

/** A caller; `granted` is a member of staff with grants for all modules of organisers. */
export type Asker = AccessRole | 'granted'

export const askers: readonly Asker[] = [
  'anonymous',
  'applicant',
  'participant',
  'staff',
  'granted',
  'organiser',
  'administrator',
]

/** Finds the permission of a caller in the plainest way, to compare the engine with it. */
export function grantOf({ permissions }: ServerModule, asker: Asker): ModulePermission | undefined {
  if (asker === 'administrator') return permissions.administrator ?? permissions.organiser
  if (asker === 'granted') return permissions.organiser ?? permissions.staff
  return permissions[asker]
}

export function may(module: ServerModule, asker: Asker, action: Action): boolean {
  const grant = grantOf(module, asker)
  return grant !== undefined && !grant.denialKey && grant.actions.has(action)
}

/** Whether the caller sees the field, masked or not. */
export function mayRead(module: ServerModule, asker: Asker, key: string): boolean {
  const grant = grantOf(module, asker)
  if (!grant || grant.denialKey) return false
  return key === 'id' || key === 'version' || (grant.onlyFields?.includes(key) ?? true)
}

/** Whether the caller sees the value of the field. */
export function maySee(module: ServerModule, asker: Asker, key: string): boolean {
  const isMasked = grantOf(module, asker)?.maskedFields.includes(key)
  return mayRead(module, asker, key) && !isMasked && module.definition.fields[key]?.type !== 'id_number'
}

/** Whether the caller may set the field in a form. */
export function mayWrite(module: ServerModule, asker: Asker, key: string): boolean {
  const { fields, workflow } = module.definition
  const field: FieldDefinition | undefined = Object.hasOwn(fields, key) ? fields[key] : undefined
  const grant = grantOf(module, asker)
  if (!field || !grant || grant.denialKey || field.computed) return false
  if (Object.hasOwn(systemFields, key) || key === workflow?.field) return false
  if (grant.writtenFields) return grant.writtenFields.includes(key)
  return field.surfaces.form && mayRead(module, asker, key) && !grant.maskedFields.includes(key)
}
