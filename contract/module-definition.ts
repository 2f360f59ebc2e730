import type { FilterItem } from './filters.ts'
import type { FieldDefinition, FieldType } from './field-definition.ts'
import type { Field } from './fields.ts'
import type { Localized } from './locale.ts'
import { listRuleFields, listConditionFields, type Rule } from './rules.ts'

/** A column of a list view. */
export interface ColumnView {
  /** Key of the field. */
  field: string
  /** Width in CSS pixels. */
  width?: number
  /** Hint in the metadata: on narrow screens, leave out the highest numbers first. The console does not use it. */
  priority?: number
}

/** A section of the form and of the record's page. */
export interface SectionView {
  label: Localized
  /** Keys of the fields. */
  fields: readonly string[]
}

/** An additional block in the console. A client leaves out kinds that it does not know. */
export interface PanelView {
  /** `sign_ins`, `second_factor` or `retention`. */
  kind: string
  /** Whether the block is on the page of each record or on the list. */
  place: 'record' | 'list'
  label: Localized
}

/** A module's group in `GET /front/search`. */
export interface SearchView {
  /** Name of the group. */
  group: string
  /** Fields for the excerpt that shows the searched words, the best first. */
  excerpt?: readonly string[]
  /** Further fields that a hit contains, for its URL and its second line. */
  shows?: readonly string[]
}

/** A board of rooms over a day: each row occupies a room from one time of day to another. Members name fields. */
export interface BoardView {
  /** A relation to one room. */
  room: string
  /** A date. */
  date: string
  /** Times of day. */
  start: string
  end: string
  /** Fields of the requested time, where it is stored beside the assigned one. */
  wanted?: { date: string; start: string; end: string }
  /** Filter for rows that occupy their room. The server rejects overlaps between such rows. */
  holds: readonly FilterItem[]
  /** Further fields on the board, such as price and payment. */
  shows?: readonly string[]
}

/** A list that the console offers with filters and order already set. */
export interface Preset {
  /** Unique among the presets of the module. */
  name: string
  label: Localized
  filters: readonly FilterItem[]
  sorters: Readonly<Record<string, 'asc' | 'desc'>>
}

/** No two rows that are not deleted have the same values in these fields. */
export interface UniqueRule {
  fields: readonly string[]
  /** Only among rows that match all of these; `eq`, `in` and `nin` on enum fields. */
  where?: readonly FilterItem[]
  /** Error key, reported at the first of the fields that the caller sends, or else at the form. */
  key: string
}

/** An action that changes more than an edit may: a button of the record. `POST /front/action/{module}/{action}`. */
export interface ActionDefinition {
  label: Localized
  /** States in which it is allowed; any when absent. */
  from?: readonly string[]
  /** Rows in these states for which it is allowed; all when absent. */
  when?: readonly FilterItem[]
  /** The new state; unchanged when absent. */
  to?: string
  /** Values that the action sets. */
  set?: Readonly<Record<string, string | number | boolean | null>>
  /** Fields that the caller may send with the action. They need not be in the form. */
  fields?: readonly string[]
  /** Those of `fields` that must have a value. */
  required?: readonly string[]
  /** Style of the button; neutral when absent. */
  tone?: 'positive' | 'negative'
  /** The action sends a message to the owner, which cannot be recalled. */
  tells?: true
  /**
   * The action can be undone by restoring the previous version, as long as no later write changed the row. All effects of
   * the action must follow from the row's values, so that restoring these also reverts the effects.
   */
  undoable?: true
  /** Not allowed on the caller's own rows: somebody else must decide on a request. */
  byOthers?: true
}

/** The states of a row. Only actions change them. */
export interface Workflow {
  /** The enum field with the state. */
  field: string
  /** State of a new row. */
  initial: string
}

/** A content type or form: one definition, everything derived. */
export interface ModuleDefinition<
  Fields extends Record<string, FieldDefinition> = Record<string, FieldDefinition>,
> {
  /** Name on the wire and of its table. */
  name: string
  label: Localized
  /** Group of the module in the console's menu. */
  group: 'programme' | 'content' | 'people' | 'forms' | 'system'
  /** `{{name}} · {{code}}`; localized fields in the reader's language. */
  titleTemplate: string
  fields: Fields
  /** Rows that the public may see, as a filter; all of them when absent. */
  published?: readonly FilterItem[]
  /** Instant from which the public sees such a row: a required field of type `datetime`. */
  publishedFrom?: string
  defaultSorters: Readonly<Record<string, 'asc' | 'desc'>>
  views: {
    columns: readonly ColumnView[]
    sections: readonly SectionView[]
    /** Fields of the card on narrow screens: title line, second line, badges. */
    card?: { title: string; subtitle?: string; badges?: readonly string[] }
    board?: BoardView
  }
  presets?: readonly Preset[]
  panels?: readonly PanelView[]
  /** Rules over several fields. */
  rules?: readonly Rule[]
  uniques?: readonly UniqueRule[]
  workflow?: Workflow
  /** By their names on the wire. */
  actions?: Readonly<Record<string, ActionDefinition>>
  limits: {
    /** Maximum of rows that `size=0` (all) returns; 0 means that `size=0` is refused. */
    allRows: number
    /** Maximum of `page * size`: how far down the list a request may go. */
    reach: number
  }
  /** How `GET /front/search` shows its rows; absent when the module is not searched there. */
  search?: SearchView
}

/** Default of `limits.reach`. PostgreSQL reads every row that a page skips, so pages far down a list are slow. */
const defaultReachRows = 10_000

/** The input of {@link defineModule}. Members that it may leave out have defaults. */
type ModuleInput<Fields extends Record<string, FieldDefinition>> = Omit<
  ModuleDefinition<Fields>,
  'limits' | 'views' | 'defaultSorters'
> & {
  limits?: Partial<ModuleDefinition['limits']>
  views?: Partial<ModuleDefinition['views']>
  defaultSorters?: Partial<Record<(keyof Fields & string) | keyof typeof systemFields, 'asc' | 'desc'>>
}

/** Fields that every row has. Only the server writes them. */
export const systemFields = {
  id: systemField('id', { 'zh-CN': '编号', en: 'Id' }, true),
  version: systemField('integer', { 'zh-CN': '版本', en: 'Version' }, true),
  created_at: systemField('datetime', { 'zh-CN': '创建时间', en: 'Created' }, false),
  updated_at: systemField('datetime', { 'zh-CN': '更新时间', en: 'Updated' }, false),
} satisfies Record<string, FieldDefinition>

/** @param isInList whether list responses contain the field */
function systemField<T extends FieldType>(
  type: T,
  label: Localized,
  isInList: boolean,
): Field<T, true, false> {
  return {
    type,
    label,
    localized: false,
    required: true,
    surfaces: { list: isInList, form: false, detail: true, filter: true, import: false, export: true },
    // Versions of different rows have nothing in common.
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
  const ownKeys = Object.keys(input.fields)
  const definition: ModuleDefinition<typeof systemFields & Fields> = {
    ...input,
    fields,
    defaultSorters: (input.defaultSorters ?? { id: 'asc' }) as Record<string, 'asc' | 'desc'>,
    views: {
      columns: ownKeys.filter((key) => fields[key]?.surfaces.list).map((field) => ({ field })),
      sections: [{ label: input.label, fields: ownKeys.filter((key) => fields[key]?.surfaces.form) }],
      ...input.views,
    },
    limits: { allRows: 0, reach: defaultReachRows, ...input.limits },
  }
  for (const name of listMentionedFields(definition)) {
    if (!Object.hasOwn(fields, name))
      throw new TypeError(`module ${input.name} names an unknown field: ${name}`)
  }
  return definition
}

/** Lists every field name that a definition mentions outside `fields`. */
function listMentionedFields(definition: ModuleDefinition): string[] {
  const { views, presets = [], published = [], defaultSorters, titleTemplate } = definition
  return [
    ...views.columns.map((column) => column.field),
    ...views.sections.flatMap((section) => section.fields),
    ...(views.card ? [views.card.title, ...(views.card.badges ?? [])] : []),
    ...(views.card?.subtitle ? [views.card.subtitle] : []),
    ...(views.board ? listBoardFields(views.board) : []),
    ...published.map((item) => item.param),
    ...(definition.publishedFrom === undefined ? [] : [definition.publishedFrom]),
    ...Object.keys(defaultSorters),
    ...presets.flatMap((preset) => [
      ...preset.filters.map((item) => item.param),
      ...Object.keys(preset.sorters),
    ]),
    ...listTemplateFields(titleTemplate),
    ...(definition.search?.excerpt ?? []),
    ...(definition.search?.shows ?? []),
    ...Object.values(definition.fields).flatMap((field) => (field.computed ? [field.computed.field] : [])),
    ...listFieldsInRules(definition),
  ]
}

/** Lists every field that a board names. */
export function listBoardFields({ room, date, start, end, wanted, holds, shows = [] }: BoardView): string[] {
  return [
    room,
    date,
    start,
    end,
    ...(wanted ? [wanted.date, wanted.start, wanted.end] : []),
    ...holds.map(({ param }) => param),
    ...shows,
  ]
}

function listFieldsInRules({ fields, rules, uniques, workflow, actions }: ModuleDefinition): string[] {
  return [
    ...Object.values(fields)
      .flatMap((field) => field.conditions ?? [])
      .flatMap((condition) => condition.when.flatMap(listConditionFields)),
    ...(rules ?? []).flatMap(listRuleFields),
    ...(uniques ?? []).flatMap((rule) => [...rule.fields, ...(rule.where ?? []).map((item) => item.param)]),
    ...(workflow ? [workflow.field] : []),
    ...Object.values(actions ?? {}).flatMap((action) => [
      ...(action.fields ?? []),
      ...(action.when ?? []).flatMap(listConditionFields),
      ...(action.required ?? []),
      ...Object.keys(action.set ?? {}),
    ]),
  ]
}

/** Lists the field names in a title template, in their order. */
export function listTemplateFields(template: string): string[] {
  return [...template.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')
}
