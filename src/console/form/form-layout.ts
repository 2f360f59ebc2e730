import { fieldTypes } from '#contract/field-definition.ts'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import type { Localized } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { toFormShape } from '../data/metadata.ts'

/** Types whose values the server creates. */
const serverTypes: ReadonlySet<string> = new Set(['id', 'computed'])

/** The form of a module for one user. {@link buildFormLayout} creates it from the metadata for `RecordForm`. */
export interface FormLayout {
  shape: FormShape
  /**
   * Keys of the visible fields in their order. The last section has no label when it contains the fields that no section of the
   * module lists.
   */
  sections: readonly { label: Localized | undefined; fields: readonly string[] }[]
  /** Keys of the fields that can be edited; other visible fields are read-only. */
  editable: readonly string[]
}

/**
 * Builds the form of a new or existing row: its writable fields in the sections of the module. A type of a newer
 * server, unknown to this app, is shown and never sent.
 * @param row limits the form to fields that the row contains, because a hidden value must not be overwritten
 */
export function buildFormLayout(metadata: ModuleMetadata, row?: Values): FormLayout {
  const isPresent = (key: string) => row === undefined || Object.hasOwn(row, key)
  const isEditable = (key: string) => {
    const field = metadata.fields[key]
    return field !== undefined && field.writable && !serverTypes.has(field.type) && isPresent(key)
  }
  const definedSections = metadata.views.sections.map(({ label, fields }) => ({
    label,
    fields: fields.filter(isEditable),
  }))
  const sectionFields = new Set(definedSections.flatMap(({ fields }) => fields))
  const otherFields = Object.keys(metadata.fields).filter((key) => isEditable(key) && !sectionFields.has(key))
  const sections = [...definedSections, { label: undefined, fields: otherFields }].filter(
    ({ fields }) => fields.length > 0,
  )
  return {
    shape: toFormShape(metadata),
    sections,
    editable: sections.flatMap(({ fields }) => fields).filter((key) => isKnownType(metadata.fields[key])),
  }
}

/** Item types of lists that have a control. */
const itemTypes: ReadonlySet<string> = new Set(['string', 'text', 'email', 'phone', 'url'])
/** Types that have a control for several languages. */
const localizedTypes: ReadonlySet<string> = new Set(['string', 'text', 'richtext'])

/** Whether this app has a control for a field. */
export function isKnownType(field: FieldMetadata | undefined): boolean {
  if (!field || !fieldTypes.includes(field.type) || serverTypes.has(field.type)) return false
  if (field.type === 'list' && !itemTypes.has(field.of?.type ?? '')) return false
  return !field.localized || localizedTypes.has(field.type)
}
