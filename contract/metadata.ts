import type { EnumOption, FieldType, RelationTarget, Surfaces } from './field-definition.ts'
import type { FileRules } from './file-kinds.ts'
import type { Operator } from './filters.ts'
import type { Localized } from './locale.ts'
import type { ColumnView, ModuleDefinition, Preset, SectionView } from './module-definition.ts'

/** A field as `GET /front/metadata/{module}` describes it to one caller. */
export interface FieldMetadata {
  type: FieldType
  label: Localized
  help?: Localized
  localized: boolean
  required: boolean
  /** Shown masked: no filter, sort or search on it. */
  masked: boolean
  surfaces: Surfaces
  sortable: boolean
  searchable: boolean
  /** Operators that a filter on it understands; none when it cannot be filtered by. */
  operators: readonly Operator[]
  /** Name of its choices in `options`. */
  typeCode?: string
  relation?: RelationTarget
  /** What files it takes: their kinds, bytes and pixels. */
  accept?: FileRules
  widget?: string
  display?: string
}

/** What may be done, of `list read drafts create update delete import export`. */
export type ModulePermissions = readonly string[]

/** Answer of `GET /front/metadata/{module}`: everything of it is for this caller. */
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
  }
  presets: readonly Preset[]
  options: Readonly<Record<string, readonly EnumOption[]>>
  permissions: ModulePermissions
  limits: ModuleDefinition['limits']
  /** Changes with anything above; also in the header `X-Metadata-Revision` of data calls. */
  revision: string
}
