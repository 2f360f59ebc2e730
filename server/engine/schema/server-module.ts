import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { ModulePermission, AccessRole } from './permissions.ts'
import type { WriteHooks } from './write-hooks.ts'

/** When what people entrusted to the forum goes again, by itself. */
export interface RetentionRule<Key extends string = string> {
  /** Word for reports, as `id_data`. */
  name: string
  /** What it takes away, for who looks at what will go; all rows of the module when absent. */
  label?: Localized
  /** Rows that it concerns; all when absent. Deleted ones are never spared. */
  rows?: readonly FilterItem[]
  /** Fields that are emptied; the whole row goes when absent. */
  fields?: readonly Key[]
  /** Moments from which the time counts, the latest of them: the end of the forum's last day, or fields of the row. */
  since: readonly ('forum_end' | Key)[]
  hours: number
}

/** Whose the rows of a module are. */
export interface Ownership<Key extends string = string> {
  /** Field that holds the account's id. */
  field: Key
  /** What becomes of the rows when the person's data are erased. Only what names nobody may stay. */
  onErasure: 'goes' | 'stays'
  /** Fields that the person gets a copy of with their data, of a module that no role of theirs reads. */
  copied?: readonly Key[]
}

/** Of two rows that agree in some fields the spans of time on one day do not overlap. */
export interface ExclusionRule<Key extends string = string> {
  same: readonly Key[]
  /** Times of day. */
  from: Key
  to: Key
  /** Rows that count; all when absent. */
  where?: readonly FilterItem[]
  /** Where and how it is told. */
  path: Key
  key: string
}

/**
 * Two rows at one time in one place are told to whoever writes one of them, who may save it all the same. An
 * {@link ExclusionRule} refuses; this one asks.
 */
export interface OverlapRule<Key extends string = string> {
  /** Relations to one module, to one or several rows: two rows meet where any of theirs name the same one. */
  relations: readonly Key[]
  /** Moments. Ends that touch do not overlap. */
  from: Key
  to: Key
  /** Rows that count; all when absent. */
  where?: readonly FilterItem[]
  /** Key of its message, which has `title`, `from` and `to` of the other row. */
  key: string
}

/** Not more rows name a row of another module than that one has room for. */
export interface CapacityRule<Key extends string = string> {
  /** A relation to one or several rows. */
  relation: Key
  /** Field of the named row: how many may name it. Without a value there is no limit. */
  limit: string
  /** Rows that count; all when absent. */
  where?: readonly FilterItem[]
  key: string
}

/** Rows that wait for an organiser: the daily digest counts them. */
export interface WaitingRule<Key extends string = string> {
  /** What waits, without a name of anybody. */
  label: Localized
  rows: readonly FilterItem[]
  /** Moment from which a row waits. */
  since: Key
  /** Those that wait longer are told first. */
  lateAfterHours?: number
}

/** What only the server knows of a module. */
export interface ServerModuleOptions<Key extends string = string> {
  exclusions?: readonly ExclusionRule<Key>[]
  overlaps?: readonly OverlapRule<Key>[]
  capacities?: readonly CapacityRule<Key>[]
  /** What happens with a write of a row, in its transaction. */
  hooks?: WriteHooks
  waiting?: readonly WaitingRule<Key>[]
  /** Boolean field: files of rows where it is true go only to people who are signed in, though everybody sees the row. */
  filesNeedSignIn?: Key
  /** Columns of its table that are no fields: nothing shows or writes them but code of their own. */
  hiddenColumns?: readonly string[]
}

/** A definition and what only the server knows of it. */
export interface ServerModule extends ServerModuleOptions {
  definition: ModuleDefinition
  /** No entry means no right at all; only an administrator without one has the organiser's. */
  permissions: Readonly<Partial<Record<AccessRole, ModulePermission>>>
  /** Answers single values by name, as settings do. */
  namedValues?: NamedValues
  /** True when the server's own doings make the rows: they are nobody's content and do not make a forum filled. */
  isRecord?: boolean
  /** True when a backup leaves the rows out: brought back, they would be acted on a second time. */
  isPassing?: boolean
  retention?: readonly RetentionRule[]
  /** Absent when rows are nobody's own. */
  ownership?: Ownership
}

/** `GET {path}/{name}` answers the field `value` of the row whose unique field `name` is the one asked for. */
export interface NamedValues<Key extends string = string> {
  path: string
  name: Key
  value: Key
}

/** Joins a definition and its permissions; the compiler checks the names of fields. */
export function serverModule<Fields extends Record<string, FieldDefinition>>(
  definition: ModuleDefinition<Fields>,
  server: {
    permissions: Readonly<Partial<Record<AccessRole, ModulePermission<keyof Fields & string>>>>
    namedValues?: NamedValues<keyof Fields & string>
    isRecord?: boolean
    isPassing?: boolean
    retention?: readonly RetentionRule<keyof Fields & string>[]
    ownership?: Ownership<keyof Fields & string>
  } & ServerModuleOptions<keyof Fields & string>,
): ServerModule {
  return { definition, ...server }
}
