import type { FieldDefinition } from '#contract/field-definition.ts'
import { systemFields } from '#contract/module-definition.ts'
import type { Action, ModulePermission, AccessRole } from '#server/engine/schema/permissions.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'

/** Who asks; `granted` is a member of staff who may work in every module that organisers work in. */
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

/** What a caller may do, read from the permissions in the plainest way, to hold the engine's gate against. */
export function grantOf({ permissions }: ServerModule, asker: Asker): ModulePermission | undefined {
  if (asker === 'administrator') return permissions.administrator ?? permissions.organiser
  if (asker === 'granted') return permissions.organiser ?? permissions.staff
  return permissions[asker]
}

export function may(module: ServerModule, asker: Asker, action: Action): boolean {
  const grant = grantOf(module, asker)
  return grant !== undefined && !grant.closedBy && grant.actions.has(action)
}

/** True when the caller is shown the field, masked or not. */
export function mayRead(module: ServerModule, asker: Asker, key: string): boolean {
  const grant = grantOf(module, asker)
  if (!grant || grant.closedBy) return false
  return key === 'id' || key === 'version' || (grant.onlyFields?.includes(key) ?? true)
}

/** True when the caller is shown the field's value. */
export function maySee(module: ServerModule, asker: Asker, key: string): boolean {
  const isMasked = grantOf(module, asker)?.maskedFields.includes(key)
  return mayRead(module, asker, key) && !isMasked && module.definition.fields[key]?.type !== 'id_number'
}

/** True when the caller gives the field in a form. */
export function mayWrite(module: ServerModule, asker: Asker, key: string): boolean {
  const { fields, workflow } = module.definition
  const field: FieldDefinition | undefined = Object.hasOwn(fields, key) ? fields[key] : undefined
  const grant = grantOf(module, asker)
  if (!field || !grant || grant.closedBy || field.computed) return false
  if (Object.hasOwn(systemFields, key) || key === workflow?.field) return false
  if (grant.writtenFields) return grant.writtenFields.includes(key)
  return field.surfaces.form && mayRead(module, asker, key) && !grant.maskedFields.includes(key)
}
