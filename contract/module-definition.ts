import type { FilterItem } from './filters.ts'
import type { Localized } from './locale.ts'

/** Every type a field may have. An old client shows an unknown one as read-only text. */
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

/** Where a field appears. A list answer carries the fields of the surface `list`, a detail answer those of `detail`. */
export interface Surfaces {
  list: boolean
  form: boolean
  detail: boolean
  filter: boolean
  import: boolean
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
  /** Fields of the target that the picker searches; its title fields when absent. */
  search?: readonly string[]
}

/** How a computed, stored field is made from another one when a row is written. */
export interface ComputedFrom {
  /** `pinyin_initials`: first letters of the syllables of the Chinese text, lower case, for search (offline.md 6). */
  by: 'pinyin_initials'
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
  /** Least length in characters (text), items (list) or value (number). */
  min?: number
  /** Greatest length in characters (text), items (list) or value (number). */
  max?: number
  /** Regular expression source, for text. */
  pattern?: string
  /** Name under which the options of an enum are delivered by `GET /front/{module}/options`. */
  typeCode?: string
  options?: readonly EnumOption[]
  relation?: RelationTarget
  computed?: ComputedFrom
  /** The type of the items of a list. */
  of?: FieldDefinition
  surfaces: Surfaces
  sortable: boolean
  filterable: boolean
  searchable: boolean
  /** No two rows have the same value. */
  unique: boolean
  /** The value when none is given. */
  default?: string | number | boolean
  /** The control to edit it with; the default control of the type when absent or unknown. */
  widget?: string
  /** The read-only rendering; that of the type when absent or unknown. */
  display?: string
}

/** A column of a list view. */
export interface ColumnView {
  field: string
  /** Width in CSS pixels. */
  width?: number
  /** 1 stays longest when the screen gets narrow. */
  priority?: number
}

/** A section of the form and of the record's page. */
export interface SectionView {
  label: Localized
  fields: readonly string[]
}

/** A saved list. */
export interface Preset {
  name: string
  label: Localized
  filters: readonly FilterItem[]
  sorters: Readonly<Record<string, 'asc' | 'desc'>>
}

/** A content type or form: one definition, everything derived (modules.md). */
export interface ModuleDefinition<
  Fields extends Record<string, FieldDefinition> = Record<string, FieldDefinition>,
> {
  /** Name on the wire and of its table. */
  name: string
  label: Localized
  /** Group in the console and in search results. */
  group: 'programme' | 'content' | 'people' | 'forms' | 'system'
  /** `{{name}} · {{code}}`; localized fields in the reader's language. */
  titleTemplate: string
  fields: Fields
  /** Rows that the public may see, as a filter; all of them when absent. */
  published?: readonly FilterItem[]
  defaultSorters: Readonly<Record<string, 'asc' | 'desc'>>
  views: {
    columns: readonly ColumnView[]
    sections: readonly SectionView[]
    /** Fields of the card on narrow screens: title line, second line, badges. */
    card?: { title: string; subtitle?: string; badges?: readonly string[] }
  }
  presets?: readonly Preset[]
  limits: {
    /** Most rows that `size=0` (all) answers; 0 means that `size=0` is refused. */
    allRows: number
    /** Most rows that `page * size` may reach. */
    reach: number
  }
  /** Name of the group in `GET /front/search` (checklist 211); absent when the module is not searched there. */
  searchGroup?: string
}

/** Most rows that a list may be paged through (modules.md "Calls"). */
const defaultReachRows = 10_000

/** What a module's author writes; everything else has a default. */
type ModuleInput<Fields extends Record<string, FieldDefinition>> = Omit<
  ModuleDefinition<Fields>,
  'limits' | 'views' | 'defaultSorters'
> & {
  limits?: Partial<ModuleDefinition['limits']>
  views?: Partial<ModuleDefinition['views']>
  defaultSorters?: Partial<Record<keyof Fields & string, 'asc' | 'desc'>>
}

/** Fields that every row has. The server alone writes them. */
export const systemFields = {
  id: systemField('id', { 'zh-CN': '编号', en: 'Id' }, true),
  version: systemField('integer', { 'zh-CN': '版本', en: 'Version' }, true),
  created_at: systemField('datetime', { 'zh-CN': '创建时间', en: 'Created' }, false),
  updated_at: systemField('datetime', { 'zh-CN': '更新时间', en: 'Updated' }, false),
} satisfies Record<string, FieldDefinition>

function systemField<T extends FieldType>(type: T, label: Localized, list: boolean): Field<T, true, false> {
  return {
    type,
    label,
    localized: false,
    required: true,
    surfaces: { list, form: false, detail: true, filter: true, import: false, export: true },
    sortable: type !== 'integer',
    filterable: type !== 'integer',
    searchable: false,
    unique: type === 'id',
  }
}

/**
 * Completes a module's definition: adds the system fields and the defaults of views and limits.
 * @throws TypeError when a field named in the definition does not exist
 */
export function defineModule<const Fields extends Record<string, FieldDefinition>>(
  input: ModuleInput<Fields>,
): ModuleDefinition<typeof systemFields & Fields> {
  const fields = { ...systemFields, ...input.fields }
  const own = Object.keys(input.fields)
  const definition: ModuleDefinition<typeof systemFields & Fields> = {
    ...input,
    fields,
    defaultSorters: (input.defaultSorters ?? { id: 'asc' }) as Record<string, 'asc' | 'desc'>,
    views: {
      columns: own.filter((key) => fields[key]?.surfaces.list).map((field) => ({ field })),
      sections: [{ label: input.label, fields: own.filter((key) => fields[key]?.surfaces.form) }],
      ...input.views,
    },
    limits: { allRows: 0, reach: defaultReachRows, ...input.limits },
  }
  for (const name of fieldsNamedIn(definition)) {
    if (!Object.hasOwn(fields, name))
      throw new TypeError(`module ${input.name} names an unknown field: ${name}`)
  }
  return definition
}

/** Every field name that a definition mentions outside `fields`. */
function fieldsNamedIn(definition: ModuleDefinition): string[] {
  const { views, presets = [], published = [], defaultSorters, titleTemplate } = definition
  return [
    ...views.columns.map((column) => column.field),
    ...views.sections.flatMap((section) => section.fields),
    ...(views.card ? [views.card.title, ...(views.card.badges ?? [])] : []),
    ...(views.card?.subtitle ? [views.card.subtitle] : []),
    ...published.map((item) => item.param),
    ...Object.keys(defaultSorters),
    ...presets.flatMap((preset) => [
      ...preset.filters.map((item) => item.param),
      ...Object.keys(preset.sorters),
    ]),
    ...templateFields(titleTemplate),
    ...Object.values(definition.fields).flatMap((field) => (field.computed ? [field.computed.field] : [])),
  ]
}

/** The field names in a title template, in their order. */
export function templateFields(template: string): string[] {
  return [...template.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')
}

/** A field whose type, need and localization the compiler knows. */
export type Field<T extends FieldType, Required extends boolean, L extends boolean> = FieldDefinition & {
  type: T
  required: Required
  localized: L
}

/** What a module's author may say of a field. */
export interface FieldInput<Required extends boolean = boolean, L extends boolean = boolean> {
  label: Localized
  required?: Required
  localized?: L
  help?: Localized
  min?: number
  max?: number
  pattern?: string
  surfaces?: Partial<Surfaces>
  sortable?: boolean
  filterable?: boolean
  searchable?: boolean
  unique?: boolean
  default?: string | number | boolean
  widget?: string
  display?: string
}

const everywhere: Surfaces = {
  list: true,
  form: true,
  detail: true,
  filter: true,
  import: true,
  export: true,
}

/** Types whose values are too long or too structured for lists, filters and sorting. */
const bulky = new Set<FieldType>(['text', 'richtext', 'json'])

function field<T extends FieldType, const R extends boolean = false, const L extends boolean = false>(
  type: T,
  input: FieldInput<R, L>,
  extra: Partial<FieldDefinition> = {},
): Field<T, R, L> {
  const plain = !bulky.has(type)
  return {
    sortable: plain && type !== 'list' && type !== 'enum_set',
    filterable: plain,
    searchable: false,
    unique: false,
    ...input,
    ...extra,
    type,
    required: (input.required ?? false) as R,
    localized: (input.localized ?? false) as L,
    surfaces: { ...everywhere, list: plain, filter: plain, ...input.surfaces },
  }
}

function maker<T extends FieldType>(type: T) {
  return <const R extends boolean = false, const L extends boolean = false>(
    input: FieldInput<R, L>,
  ): Field<T, R, L> => field(type, input)
}

/** Makers of fields, one per type. */
export const f = {
  string: maker('string'),
  text: maker('text'),
  richtext: maker('richtext'),
  integer: maker('integer'),
  decimal: maker('decimal'),
  boolean: maker('boolean'),
  date: maker('date'),
  time: maker('time'),
  datetime: maker('datetime'),
  email: maker('email'),
  phone: maker('phone'),
  url: maker('url'),
  id_number: maker('id_number'),
  json: maker('json'),
  /** A stored file; on the wire {@link FileValue}. */
  file: <const R extends boolean = false>(input: FieldInput<R, false>): Field<'file', R, false> =>
    field('file', input, { sortable: false, filterable: false }),
  /** A stored image; on the wire {@link FileValue}. */
  image: <const R extends boolean = false>(input: FieldInput<R, false>): Field<'image', R, false> =>
    field('image', input, { sortable: false, filterable: false }),
  enum: <const R extends boolean = false>(
    input: FieldInput<R, false> & { typeCode: string; options: readonly EnumOption[] },
  ): Field<'enum', R, false> => field('enum', input, { typeCode: input.typeCode, options: input.options }),
  enum_set: <const R extends boolean = false>(
    input: FieldInput<R, false> & { typeCode: string; options: readonly EnumOption[] },
  ): Field<'enum_set', R, false> =>
    field('enum_set', input, { typeCode: input.typeCode, options: input.options }),
  list: <const R extends boolean = false>(
    of: FieldDefinition,
    input: FieldInput<R, false>,
  ): Field<'list', R, false> => field('list', input, { of }),
  /** One row of another module, by id. */
  relation: <const R extends boolean = false>(
    module: string,
    input: FieldInput<R, false> & { search?: readonly string[] },
  ): Field<'relation', R, false> & { relation: { many: false } } => ({
    ...field('relation', input),
    relation: { module, many: false, ...(input.search ? { search: input.search } : {}) },
  }),
  /** Several rows of another module, ordered, by id. */
  relations: <const R extends boolean = false>(
    module: string,
    input: FieldInput<R, false> & { search?: readonly string[] },
  ): Field<'relation', R, false> & { relation: { many: true } } => ({
    ...field('relation', input, { sortable: false }),
    relation: { module, many: true, ...(input.search ? { search: input.search } : {}) },
  }),
  /** A value that the server makes from another field when the row is written. */
  computed: (input: FieldInput<false, false> & { from: ComputedFrom }): Field<'computed', false, false> => ({
    ...field('computed', input, { sortable: false, filterable: false }),
    computed: input.from,
    surfaces: { ...everywhere, form: false, import: false, filter: false, export: false, ...input.surfaces },
  }),
}

/** A stored file on the wire. */
export interface FileValue {
  /** Number for `GET /front/download/file/{no}`. */
  no: string
  name: string
  mediaType: string
  sizeBytes: number
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: string
}

/** The value on the wire of a field, before need and localization. */
type Value<F extends FieldDefinition> = F['type'] extends 'integer' | 'decimal'
  ? number
  : F['type'] extends 'boolean'
    ? boolean
    : F['type'] extends 'enum_set' | 'list'
      ? string[]
      : F['type'] extends 'file' | 'image'
        ? FileValue
        : F['type'] extends 'json' | 'richtext'
          ? unknown
          : F extends { relation: { many: true } }
            ? string[]
            : string

type WireValue<F extends FieldDefinition> = F['localized'] extends true ? Localized : Value<F>

/** A row of a module as calls answer it. A key is absent where a surface or a permission leaves it out. */
export type RowOf<M extends ModuleDefinition> = {
  [K in keyof M['fields']]: M['fields'][K]['required'] extends true
    ? WireValue<M['fields'][K]>
    : WireValue<M['fields'][K]> | null
}
