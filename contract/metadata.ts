import type { FieldCondition } from './conditions.ts'
import type {
  EnumOption,
  FieldDefinition,
  FieldMessages,
  FieldType,
  RelationTarget,
  ShapedBy,
  Surfaces,
} from './field-definition.ts'
import type { FileRules } from './file-kinds.ts'
import type { FilterItem, Operator } from './filters.ts'
import type { FormField } from './form/form-shape.ts'
import type { Localized } from './locale.ts'
import type {
  ActionDefinition,
  BoardView,
  ColumnView,
  ModuleDefinition,
  PanelView,
  Preset,
  SectionView,
  Workflow,
} from './module-definition.ts'
import type { Rule } from './rules.ts'

/** A field in the response of `GET /front/metadata/{module}`, for one caller. */
export interface FieldMetadata {
  type: FieldType
  label: Localized
  help?: Localized
  localized: boolean
  required: boolean
  /** The caller may send it in a create or an edit. */
  writable: boolean
  /** The caller sees `***` instead of its value, and cannot filter, sort or search by it. */
  masked: boolean
  surfaces: Surfaces
  sortable: boolean
  searchable: boolean
  /** Operators of filters on this field; empty when it is not filterable. */
  operators: readonly Operator[]
  min?: number
  max?: number
  pattern?: string
  distinct?: boolean
  /** The type of the items of a list. */
  of?: FormField
  /** Conditions of which the caller sees all fields. The server also checks the others. */
  conditions?: readonly FieldCondition[]
  messages?: FieldMessages
  default?: FieldDefinition['default']
  /** Name of its options in {@link ModuleMetadata.options}. */
  typeCode?: string
  /** Target of the relation. Its filter contains only conditions on fields that the caller may filter by. */
  relation?: RelationTarget
  /** Files that the field accepts. */
  accept?: FileRules
  /** Shapes of a `json` value, by the value of another field that the caller sees. */
  shaped?: ShapedBy
  widget?: string
  display?: string
}

/** An action that the caller may run, with the states and fields that the caller may see. */
export type ActionMetadata = Omit<ActionDefinition, 'set' | 'when' | 'byOthers'>

/** What the caller may do, of `list read drafts create update delete import export history reveal`. */
export type ModulePermissions = readonly string[]

/** Answer of `GET /front/metadata/{module}`, limited to what the caller may see. */
export interface ModuleMetadata {
  name: string
  label: Localized
  group: ModuleDefinition['group']
  titleTemplate: string
  fields: Readonly<Record<string, FieldMetadata>>
  /** JSON Schemas (2020-12) of the bodies of create and update. */
  schemas: { create: object; update: object }
  defaultSorters: Readonly<Record<string, 'asc' | 'desc'>>
  views: {
    columns: readonly ColumnView[]
    sections: readonly SectionView[]
    card?: { title: string; subtitle?: string; badges?: readonly string[] }
    board?: BoardView
  }
  presets: readonly Preset[]
  /**
   * When the public sees a row: from the instant in the field named by `from`, while all of `when` match. Absent for
   * callers who see no drafts, and for modules that publish every row at once.
   */
  publication?: { from: string; when: readonly FilterItem[] }
  /** Absent when there are none. */
  panels?: readonly PanelView[]
  /** Options of enum fields by their `typeCode`. */
  options: Readonly<Record<string, readonly EnumOption[]>>
  permissions: ModulePermissions
  /** Rules over several fields of which the caller sees all. */
  rules: readonly Rule[]
  workflow?: Workflow
  /** By their names on the wire. */
  actions: Readonly<Record<string, ActionMetadata>>
  limits: ModuleDefinition['limits']
  /** Changes with anything above; also in the header `X-Metadata-Revision` of data calls. */
  revision: string
}
