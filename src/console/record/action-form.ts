import type { FormShape } from '#contract/form/form-shape.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { toFormShape } from '../data/metadata.ts'

/**
 * Builds the form of an action: the module's fields with their options; those that the action requires are required.
 */
export function getActionForm(metadata: ModuleMetadata, action: ActionMetadata): FormShape {
  const shape = toFormShape(metadata)
  const fields = Object.entries(shape.fields).map(
    ([key, field]) => [key, { ...field, required: action.required?.includes(key) ?? false }] as const,
  )
  return { ...shape, fields: Object.fromEntries(fields) }
}

/**
 * Whether an action opens a sheet before it is sent: it has a form, or it is negative and the user must confirm it.
 */
export const needsSheet = ({ fields, tone }: ActionMetadata): boolean =>
  (fields?.length ?? 0) > 0 || tone === 'negative'

/**
 * Orders actions as buttons: negative ones first, positive ones last, where the thumb is. An action of a newer server
 * that the metadata lacks is left out.
 * @param names names of actions
 */
export function orderActions(metadata: ModuleMetadata, names: readonly string[]): string[] {
  const weight = (name: string) =>
    ({ negative: 0, none: 1, positive: 2 })[metadata.actions[name]?.tone ?? 'none']
  return names.filter((name) => metadata.actions[name]).toSorted((a, b) => weight(a) - weight(b))
}
