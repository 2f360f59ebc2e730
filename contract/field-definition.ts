import type { FieldCondition } from './conditions.ts'
import type { FileRules } from './file-kinds.ts'
import type { FilterItem } from './filters.ts'
import type { ObjectShape } from './form/form-shape.ts'
import type { Localized } from './locale.ts'

/** Every type a field may have. An old client shows fields of unknown types as read-only text. */
export const fieldTypes = [
  'id',
  'string',
  'text',
  'richtext',
  'integer',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'email',
  'phone',
  'url',
  'id_number',
  'enum',
  'enum_set',
  'list',
  'json',
  'file',
  'image',
  'relation',
  'computed',
] as const

export type FieldType = (typeof fieldTypes)[number]

/** Where a field appears. */
export interface Surfaces {
  /** List responses and the console's list contain it. */
  list: boolean
  /** The form has it, and callers may write it. */
  form: boolean
  /** Detail responses contain it. */
  detail: boolean
  /** The console offers it as a filter. Requests may filter by every field that is `filterable`. */
  filter: boolean
  /** Files to be imported may have its column. */
  import: boolean
  /** Exported files have its column. */
  export: boolean
}

/** One choice of an enum field. */
export interface EnumOption {
  value: string
  label: Localized
}

/** What a relation field points to. */
export interface RelationTarget {
  /** Name of the target module on the wire. */
  module: string
  /** True for an ordered list of ids, false for one id. */
  many: boolean
  /** Keys of the target's fields that the picker searches; its title fields when absent. */
  search?: readonly string[]
  /** Only rows of the target that match all of these may be chosen. */
  filter?: readonly FilterItem[]
  /** True if several ids are stored in the default order of the target module, whatever the order of the input. */
  sorted?: boolean
}

/** Keys in `locales/<lng>/errors.json` of messages that replace those of the field's type. */
export interface FieldMessages {
  /** When a value is missing. */
  required?: string
  /** When there are too few items, or too little text. */
  min?: string
}

/** The shape of a `json` value depends on another field of the row. */
export interface ShapedBy {
  /** Key of the field whose value names the shape. Without a matching shape any value is valid. */
  field: string
  /** Shapes by the value of that field. */
  shapes: Readonly<Record<string, ObjectShape>>
}

/** How the server computes a stored field from another field when it writes a row. */
export interface ComputedFrom {
  /** `pinyin_initials`: first letters of the syllables of the Chinese text, lower case, for search. */
  by: 'pinyin_initials'
  /** Key of the field that it is computed from. */
  field: string
}

/** One field of a module. */
export interface FieldDefinition {
  type: FieldType
  label: Localized
  /** A sentence under the field. */
  help?: Localized
  /** True when the value is a language map `{"zh-CN": …, en: …}`. */
  localized: boolean
  required: boolean
  /** Minimum length in characters (text), number of items (list) or value (number). */
  min?: number
  /** Maximum length in characters (text), number of items (list) or value (number). */
  max?: number
  /** Source of a regular expression that a text must match. It is compiled with the flag `u`. */
  pattern?: string
  /** Name of the enum's options in the response of `GET /front/{module}/options`. */
  typeCode?: string
  options?: readonly EnumOption[]
  relation?: RelationTarget
  computed?: ComputedFrom
  /** Files that a `file` or `image` field accepts, or pictures that a rich text accepts. Without it uploads are refused. */
  accept?: FileRules
  /** Shape of the value of a `json` field. */
  shaped?: ShapedBy
  /** Definition of each item of a `list` field. */
  of?: FieldDefinition
  /** No two items of a list are the same. */
  distinct?: boolean
  /** When the field is shown and when it is required, by the values of other fields. */
  conditions?: readonly FieldCondition[]
  messages?: FieldMessages
  surfaces: Surfaces
  /** Requests may sort by it. */
  sortable: boolean
  /** Requests may filter by it. */
  filterable: boolean
  /** The full-text search covers it. */
  searchable: boolean
  /** No two rows have the same value. */
  unique: boolean
  /** The value of a new row whose author sends none. */
  default?: string | number | boolean
  /** Name of the console's form control (`modules`); the default control of the type when absent or unknown. */
  widget?: string
  /** Name of the console's read-only rendering (`modules`); that of the type when absent or unknown. */
  display?: string
}
