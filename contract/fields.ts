import type { FieldCondition } from './conditions.ts'
import type {
  ComputedFrom,
  EnumOption,
  FieldDefinition,
  FieldMessages,
  FieldType,
  RelationTarget,
  ShapedBy,
  Surfaces,
} from './field-definition.ts'
import { photoRules, type FileRules } from './file-kinds.ts'
import type { Localized } from './locale.ts'

/** A field whose type, `required` and `localized` the compiler knows. */
export type Field<T extends FieldType, Required extends boolean, L extends boolean> = FieldDefinition & {
  type: T
  required: Required
  localized: L
}

/** Options of a field in a module's definition. */
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
  distinct?: boolean
  conditions?: readonly FieldCondition[]
  messages?: FieldMessages
}

/** Options of a field with sealed values. */
type SealedInput<R extends boolean> = Omit<
  FieldInput<R, false>,
  'localized' | 'sortable' | 'filterable' | 'searchable' | 'unique' | 'default' | 'distinct'
>

/** A filter or order would reveal something about a sealed value. */
const sealedOptions = { sortable: false, filterable: false }

/** Options of a relation: which rows it may name, and how. */
type RelationInput = Omit<RelationTarget, 'module' | 'many'>

const allSurfaces: Surfaces = {
  list: true,
  form: true,
  detail: true,
  filter: true,
  import: true,
  export: true,
}

/** Types whose values are too long or too structured for lists, filters and sorting. */
const unlistedTypes = new Set<FieldType>(['text', 'richtext', 'json'])

/** Creates a field. `input` overrides the defaults of the type, and `extra` overrides `input`. */
function createField<T extends FieldType, const R extends boolean = false, const L extends boolean = false>(
  type: T,
  input: FieldInput<R, L>,
  extra: Partial<FieldDefinition> = {},
): Field<T, R, L> {
  const isListable = !unlistedTypes.has(type)
  return {
    sortable: isListable && type !== 'list' && type !== 'enum_set',
    filterable: isListable,
    searchable: false,
    unique: false,
    ...input,
    ...extra,
    type,
    required: (input.required ?? false) as R,
    localized: (input.localized ?? false) as L,
    surfaces: { ...allSurfaces, list: isListable, filter: isListable, ...input.surfaces },
  }
}

function createFactory<T extends FieldType>(type: T) {
  return <const R extends boolean = false, const L extends boolean = false>(
    input: FieldInput<R, L>,
  ): Field<T, R, L> => createField(type, input)
}

/** Factories of field definitions, one per type. */
export const f = {
  string: createFactory('string'),
  text: createFactory('text'),
  /** Rich text (rich-text.ts). Its pictures are uploaded to this field. */
  richtext: <const R extends boolean = false, const L extends boolean = false>(
    input: FieldInput<R, L>,
  ): Field<'richtext', R, L> => createField('richtext', input, { accept: photoRules }),
  integer: createFactory('integer'),
  decimal: createFactory('decimal'),
  boolean: createFactory('boolean'),
  date: createFactory('date'),
  time: createFactory('time'),
  datetime: createFactory('datetime'),
  email: createFactory('email'),
  phone: createFactory('phone'),
  url: createFactory('url'),
  /** The number of a passport or identity card: stored sealed, shown as {@link maskedValue}, not searchable. */
  id_number: <const R extends boolean = false>(input: SealedInput<R>): Field<'id_number', R, false> =>
    createField(
      'id_number',
      { ...input, surfaces: { filter: false, export: false, ...input.surfaces } },
      sealedOptions,
    ),
  json: <const R extends boolean = false>(
    input: FieldInput<R, false> & { shaped?: ShapedBy },
  ): Field<'json', R, false> => createField('json', input),
  /** A stored file; on the wire {@link FileValue}. */
  file: <const R extends boolean = false>(
    input: FieldInput<R, false> & { accept?: FileRules },
  ): Field<'file', R, false> => createField('file', input, { sortable: false, filterable: false }),
  /** A stored image; on the wire {@link FileValue}. */
  image: <const R extends boolean = false>(
    input: FieldInput<R, false> & { accept?: FileRules },
  ): Field<'image', R, false> => createField('image', input, { sortable: false, filterable: false }),
  enum: <const R extends boolean = false>(
    input: FieldInput<R, false> & { typeCode: string; options: readonly EnumOption[] },
  ): Field<'enum', R, false> =>
    createField('enum', input, { typeCode: input.typeCode, options: input.options }),
  enum_set: <const R extends boolean = false>(
    input: FieldInput<R, false> & { typeCode: string; options: readonly EnumOption[] },
  ): Field<'enum_set', R, false> =>
    createField('enum_set', input, { typeCode: input.typeCode, options: input.options }),
  list: <const R extends boolean = false>(
    of: FieldDefinition,
    input: FieldInput<R, false>,
  ): Field<'list', R, false> => createField('list', input, { of }),
  /** One row of another module, by id. */
  relation: <const R extends boolean = false>(
    module: string,
    { search, filter, ...input }: FieldInput<R, false> & Omit<RelationInput, 'sorted'>,
  ): Field<'relation', R, false> & { relation: { many: false } } => ({
    ...createField('relation', input as FieldInput<R, false>),
    relation: { module, many: false, ...(search && { search }), ...(filter && { filter }) },
  }),
  /** Several rows of another module, ordered, by id. */
  relations: <const R extends boolean = false>(
    module: string,
    { search, filter, sorted, ...input }: FieldInput<R, false> & RelationInput,
  ): Field<'relation', R, false> & { relation: { many: true } } => ({
    ...createField('relation', input as FieldInput<R, false>, { sortable: false }),
    relation: {
      module,
      many: true,
      ...(search && { search }),
      ...(filter && { filter }),
      ...(sorted && { sorted }),
    },
  }),
  /** A value that the server computes from another field when it writes the row. */
  computed: (input: FieldInput<false, false> & { from: ComputedFrom }): Field<'computed', false, false> => ({
    ...createField('computed', input, { sortable: false, filterable: false }),
    computed: input.from,
    surfaces: { ...allSurfaces, form: false, import: false, filter: false, export: false, ...input.surfaces },
  }),
}
