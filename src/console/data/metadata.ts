import type { FormShape } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'

/** Converts metadata to the shape that the form validator takes: the rules, and the fields with their options. */
export function toFormShape(metadata: ModuleMetadata): FormShape {
  const fields = Object.entries(metadata.fields).map(([key, field]) => {
    const options = field.typeCode === undefined ? undefined : metadata.options[field.typeCode]
    return [key, { ...field, ...(options && { options }) }] as const
  })
  return { fields: Object.fromEntries(fields), rules: metadata.rules }
}

/** Lists the keys of the fields that the device stores encrypted only: masked fields and ID numbers. */
export function listSensitiveFields({ fields }: ModuleMetadata): string[] {
  return Object.keys(fields).filter((key) => fields[key]?.masked || fields[key]?.type === 'id_number')
}

/** Whether rows can be reviewed one by one: the user may run an action that moves a row from one state to another. */
export function isReviewable({ workflow, actions }: ModuleMetadata): boolean {
  return workflow !== undefined && Object.values(actions).some(({ from, to }) => from && to !== undefined)
}
