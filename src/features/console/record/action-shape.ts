import type { FormShape } from '#contract/form/form-shape.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { formShape } from '../form/form-layout.ts'

/** The form of an action: the module's fields with their choices, of which those it requires must be given. */
export function getActionForm(metadata: ModuleMetadata, action: ActionMetadata): FormShape {
  const shape = formShape(metadata)
  const fields = Object.entries(shape.fields).map(
    ([key, field]) => [key, { ...field, required: action.required?.includes(key) ?? false }] as const,
  )
  return { ...shape, fields: Object.fromEntries(fields) }
}

/** Actions as buttons stand: what leads to a good end last, where the thumb is; what ends badly first. */
export function orderActions(metadata: ModuleMetadata, names: readonly string[]): string[] {
  const weight = (name: string) =>
    ({ negative: 0, none: 1, positive: 2 })[metadata.actions[name]?.tone ?? 'none']
  return names.filter((name) => metadata.actions[name]).toSorted((a, b) => weight(a) - weight(b))
}
