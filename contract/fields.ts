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
  distinct?: boolean
  conditions?: readonly FieldCondition[]
  messages?: FieldMessages
}

/** Options of a field with sealed values. */
type SealedInput<R extends boolean> = Omit<
  FieldInput<R, false>,
  'localized' | 'sortable' | 'filterable' | 'searchable' | 'unique' | 'default' | 'distinct'
>

/** A list must not reveal anything about a sealed value. */
const sealed = { sortable: false, filterable: false }

/** What may be said of the rows that a relation names. */
type RelationInput = Omit<RelationTarget, 'module' | 'many'>

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

function makeField<T extends FieldType, const R extends boolean = false, const L extends boolean = false>(
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
  ): Field<T, R, L> => makeField(type, input)
}

/** Makers of fields, one per type. */
export const f = {
  string: maker('string'),
  text: maker('text'),
  /** A text of the closed list of nodes (rich-text.ts). Its pictures are uploaded for it. */
  richtext: <const R extends boolean = false, const L extends boolean = false>(
    input: FieldInput<R, L>,
  ): Field<'richtext', R, L> => makeField('richtext', input, { accept: photoRules }),
  integer: maker('integer'),
  decimal: maker('decimal'),
  boolean: maker('boolean'),
  date: maker('date'),
  time: maker('time'),
  datetime: maker('datetime'),
  email: maker('email'),
  phone: maker('phone'),
  url: maker('url'),
  /** The number of a passport or identity card: stored sealed, shown as {@link maskedValue}, found by nothing. */
  id_number: <const R extends boolean = false>(input: SealedInput<R>): Field<'id_number', R, false> =>
    makeField(
      'id_number',
      { ...input, surfaces: { filter: false, export: false, ...input.surfaces } },
      sealed,
    ),
  json: <const R extends boolean = false>(
    input: FieldInput<R, false> & { shaped?: ShapedBy },
  ): Field<'json', R, false> => makeField('json', input),
  /** A stored file; on the wire {@link FileValue}. */
  file: <const R extends boolean = false>(
    input: FieldInput<R, false> & { accept?: FileRules },
  ): Field<'file', R, false> => makeField('file', input, { sortable: false, filterable: false }),
  /** A stored image; on the wire {@link FileValue}. */
  image: <const R extends boolean = false>(
    input: FieldInput<R, false> & { accept?: FileRules },
  ): Field<'image', R, false> => makeField('image', input, { sortable: false, filterable: false }),
  enum: <const R extends boolean = false>(
    input: FieldInput<R, false> & { typeCode: string; options: readonly EnumOption[] },
  ): Field<'enum', R, false> =>
    makeField('enum', input, { typeCode: input.typeCode, options: input.options }),
  enum_set: <const R extends boolean = false>(
    input: FieldInput<R, false> & { typeCode: string; options: readonly EnumOption[] },
  ): Field<'enum_set', R, false> =>
    makeField('enum_set', input, { typeCode: input.typeCode, options: input.options }),
  list: <const R extends boolean = false>(
    of: FieldDefinition,
    input: FieldInput<R, false>,
  ): Field<'list', R, false> => makeField('list', input, { of }),
  /** One row of another module, by id. */
  relation: <const R extends boolean = false>(
    module: string,
    { search, filter, ...input }: FieldInput<R, false> & Omit<RelationInput, 'sorted'>,
  ): Field<'relation', R, false> & { relation: { many: false } } => ({
    ...makeField('relation', input as FieldInput<R, false>),
    relation: { module, many: false, ...(search && { search }), ...(filter && { filter }) },
  }),
  /** Several rows of another module, ordered, by id. */
  relations: <const R extends boolean = false>(
    module: string,
    { search, filter, sorted, ...input }: FieldInput<R, false> & RelationInput,
  ): Field<'relation', R, false> & { relation: { many: true } } => ({
    ...makeField('relation', input as FieldInput<R, false>, { sortable: false }),
    relation: {
      module,
      many: true,
      ...(search && { search }),
      ...(filter && { filter }),
      ...(sorted && { sorted }),
    },
  }),
  /** A value that the server makes from another field when the row is written. */
  computed: (input: FieldInput<false, false> & { from: ComputedFrom }): Field<'computed', false, false> => ({
    ...makeField('computed', input, { sortable: false, filterable: false }),
    computed: input.from,
    surfaces: { ...everywhere, form: false, import: false, filter: false, export: false, ...input.surfaces },
  }),
}
