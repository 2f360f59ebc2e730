import { fieldTypes } from '#contract/field-definition.ts'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import type { Localized } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'

/** Types that no form asks for: the server makes them. */
const serverMade: ReadonlySet<string> = new Set(['id', 'computed'])

/** A form of a module as its metadata describe it to this person. */
export interface FormLayout {
  shape: FormShape
  /** What is shown, in its order; the label of the last is absent when it holds what no section of the module names. */
  sections: readonly { label: Localized | undefined; fields: readonly string[] }[]
  /** The fields that it asks for: what is shown and not among them is there to be read. */
  asked: readonly string[]
}

/**
 * Makes the form of a new row, or of one that is edited: the writable fields in the module's own sections. A type that
 * this app does not know, of a newer server, is shown as it is and never sent.
 * @param row whose own fields alone are asked for: what was not shown cannot be changed knowingly
 */
export function buildFormLayout(metadata: ModuleMetadata, row?: Values): FormLayout {
  const isThere = (key: string) => row === undefined || Object.hasOwn(row, key)
  const isMeant = (key: string) => {
    const field = metadata.fields[key]
    return field !== undefined && field.writable && !serverMade.has(field.type) && isThere(key)
  }
  const own = metadata.views.sections.map(({ label, fields }) => ({ label, fields: fields.filter(isMeant) }))
  const named = new Set(own.flatMap(({ fields }) => fields))
  const others = Object.keys(metadata.fields).filter((key) => isMeant(key) && !named.has(key))
  const sections = [...own, { label: undefined, fields: others }].filter(({ fields }) => fields.length > 0)
  return {
    shape: formShape(metadata),
    sections,
    asked: sections.flatMap(({ fields }) => fields).filter((key) => isKnownType(metadata.fields[key])),
  }
}

/** The module's fields with their choices, as forms are judged. */
export function formShape(metadata: ModuleMetadata): FormShape {
  const fields = Object.entries(metadata.fields).map(([key, field]) => {
    const options = field.typeCode === undefined ? undefined : metadata.options[field.typeCode]
    return [key, { ...field, ...(options && { options }) }] as const
  })
  return { fields: Object.fromEntries(fields), rules: metadata.rules }
}

/** Types whose items are typed as words, one after the other. */
const wordTypes: ReadonlySet<string> = new Set(['string', 'text', 'email', 'phone', 'url'])
/** Types of which there is a control for both languages. */
const pairTypes: ReadonlySet<string> = new Set(['string', 'text', 'richtext'])

/** Whether this app has a control for a field. */
export function isKnownType(field: FieldMetadata | undefined): boolean {
  if (!field || !fieldTypes.includes(field.type) || serverMade.has(field.type)) return false
  if (field.type === 'list' && !wordTypes.has(field.of?.type ?? '')) return false
  return !field.localized || pairTypes.has(field.type)
}

/** Fields that never lie in clear on the device: what is masked, ID numbers, and the files of whoever it is. */
export function sensitiveFields({ fields }: ModuleMetadata): string[] {
  return Object.keys(fields).filter((key) => fields[key]?.masked || fields[key]?.type === 'id_number')
}
