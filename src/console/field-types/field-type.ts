import type { ComponentType } from 'react'
import type { EnumOption } from '#contract/field-definition.ts'
import type { Operator } from '#contract/filters.ts'
import type { Locale, Localized } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { ControlProps } from '#forms/index.ts'
import type { ForumTime } from '#platform/forum-time.ts'

/** Labels and formats for values, in the reader's language. `useValueLabels` creates it; all formatters use it. */
export interface ValueLabels {
  locale: Locale
  /** Formats times in the forum's time zone. */
  time: ForumTime
  /** Texts of a boolean. */
  yes: string
  no: string
  /** Options by the `typeCode` of their fields. */
  options: Readonly<Record<string, readonly EnumOption[]>>
  /** Returns the title of a related row; undefined until it has loaded. */
  getLabel: (fieldKey: string, id: string) => Localized | undefined
}

/** A field of the module whose value is formatted. */
export interface FormattedField {
  /** Key of the field in the metadata. */
  key: string
  field: FieldMetadata
  labels: ValueLabels
}

/** What a control of the console receives beside the props of every control. */
export interface FieldControlProps extends ControlProps {
  metadata: ModuleMetadata
  /** Key of the field in the metadata. */
  name: string
  /** Options of the field, in the reader's language. */
  choices: readonly { value: string; label: string }[]
  /** The language whose text has an issue; undefined when no text has one, or the issue concerns the whole field. */
  invalidLocale: Locale | undefined
}

/** Control of a type in a form. */
export interface FieldControl {
  /** The control has several inputs, so the label cannot belong to a single one. */
  isGroup: boolean
  Control: ComponentType<FieldControlProps>
}

/** What the choice of a control depends on. */
export interface ControlRequest {
  field: FieldMetadata
  /** Number of options of the field. */
  choiceCount: number
  /** See the prop of `FieldEditor`. */
  isShort: boolean
}

/** What edits the values of a filter's condition receives. */
export interface FilterProps {
  metadata: ModuleMetadata
  /** Key of the field in the metadata. */
  name: string
  field: FieldMetadata
  operator: Operator
  /** Values as the URL has them: two for `between`, any number for `in` and `nin`, one for other operators. */
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** What the console does with the values of a field type. Adding a type takes one such object and its line in `index.ts`. */
export interface ConsoleFieldType {
  /** Formats a present value on one line; of a list or a relation to several rows, one item. */
  format: (value: unknown, formatted: FormattedField) => string
  /** Formats a value for table cells and badges, which have less room; `format` when absent. */
  formatShort?: (value: string, locale: Locale) => string
  /** Table cells are aligned to the end, so that digits line up. */
  isNumeric?: true
  /** Selects the control in a form; undefined when the control of attendees' forms also serves here. */
  selectControl?: (request: ControlRequest) => FieldControl | undefined
  /** Edits the values of a filter's condition. The operator `empty` has the filter of a boolean instead. */
  Filter: ComponentType<FilterProps>
  /** A filter's values are chosen from a list, so several can be chosen at once. */
  hasChoices?: true
}

/** Formats texts and numbers as they are, and other values as JSON. */
export function formatPlainValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
