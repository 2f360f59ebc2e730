import type { FormShape } from '#contract/form/form-shape.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'

/** The form of an action: the module's fields with their choices, of which those it requires must be given. */
export function actionShape(metadata: ModuleMetadata, action: ActionMetadata): FormShape {
  const fields = Object.entries(metadata.fields).map(([key, field]) => {
    const options = field.typeCode === undefined ? undefined : metadata.options[field.typeCode]
    const isNeeded = action.required?.includes(key) ?? false
    return [key, { ...field, required: isNeeded, ...(options && { options }) }] as const
  })
  return { fields: Object.fromEntries(fields), rules: metadata.rules }
}

/** Actions as buttons stand: what leads to a good end last, where the thumb is; what ends badly first. */
export function orderActions(metadata: ModuleMetadata, names: readonly string[]): string[] {
  const weight = (name: string) =>
    ({ negative: 0, none: 1, positive: 2 })[metadata.actions[name]?.tone ?? 'none']
  return names.filter((name) => metadata.actions[name]).toSorted((a, b) => weight(a) - weight(b))
}
