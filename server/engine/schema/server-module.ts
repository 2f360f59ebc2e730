import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { ModulePermission, AccessRole } from './permissions.ts'
import type { WriteHooks } from './write-hooks.ts'

/** Deletes personal data automatically after a period. */
export interface RetentionRule<Key extends string = string> {
  /** Name in reports, such as `id_data`. */
  name: string
  /** Describes what is deleted, in previews of the console; the module's label when absent. */
  label?: Localized
  /** Rows that the rule applies to; all when absent. Deleted rows count like others. */
  rows?: readonly FilterItem[]
  /** Fields that are emptied; the whole row is deleted when absent. */
  fields?: readonly Key[]
  /**
   * The retention period starts at the latest of these times: the end of the forum's last day, or fields of the row. Empty
   * fields do not count.
   */
  since: readonly ('forum_end' | Key)[]
  /** Length of the retention period. */
  hours: number
}

/** How rows of a module belong to accounts. Their owner may be another user than the author. */
export interface Ownership<Key extends string = string> {
  /** Field that holds the account's id. */
  field: Key
  /** Whether the rows are deleted when the owner's data are erased. Rows that stay must be anonymous. */
  onErasure: 'goes' | 'stays'
  /** Fields in the owner's data export, for a module that the owner's role cannot read. */
  exportedFields?: readonly Key[]
}

/** Rows that are equal in some fields must not overlap in time of day. An {@link OverlapRule} compares instants and only warns. */
export interface ExclusionRule<Key extends string = string> {
  /** The fields that are compared, among them the date: times of different days do not overlap. */
  same: readonly Key[]
  /** Fields with times of day. A row that starts when another ends does not overlap it. */
  from: Key
  to: Key
  /** Rows that the rule applies to; other rows may overlap any row. All when absent. */
  where?: readonly FilterItem[]
  /** Field at which the error is reported. */
  path: Key
  /** Error key. */
  key: string
}

/**
 * Rows at the same time in the same location (such as a room) are reported to the caller who writes one of them. The caller
 * may confirm and save it, which an {@link ExclusionRule} would reject.
 */
export interface OverlapRule<Key extends string = string> {
  /** Relations to the module of the locations: two rows share one when any of these relations names the same row. */
  relations: readonly Key[]
  /** Fields with instants. A row that starts when another ends does not overlap it. */
  from: Key
  to: Key
  /** Rows that the rule applies to; other rows may overlap any row. All when absent. */
  where?: readonly FilterItem[]
  /** Key of its message, whose params are `title`, `from` and `to` of the other row, and `row`, its id. */
  key: string
}

/** Limits how many rows may reference a row of another module, such as the places of a tour. */
export interface CapacityRule<Key extends string = string> {
  /** A relation to one or several rows. */
  relation: Key
  /** Field of the referenced row that holds the limit; without a value there is none. */
  limit: string
  /** Rows that count as uses of the referenced row, such as active registrations; all when absent. */
  where?: readonly FilterItem[]
  /** Error key, reported at `relation`. */
  key: string
}

/** Rows pending for an organiser; the daily digest counts them. */
export interface WaitingRule<Key extends string = string> {
  /** Describes the pending rows, without names of people. */
  label: Localized
  /** Rows that are pending. */
  rows: readonly FilterItem[]
  /** Field with the instant since which a row is pending. */
  since: Key
  /** Rows pending for longer are late and are listed first; no row is ever late when absent. */
  lateAfterHours?: number
}

/** Properties of a module that only the server needs. */
export interface ServerModuleOptions<Key extends string = string> {
  /** An access role without an entry has no permissions; an administrator without one has those of organisers. */
  permissions: Readonly<Partial<Record<AccessRole, ModulePermission<Key>>>>
  exclusions?: readonly ExclusionRule<Key>[]
  overlaps?: readonly OverlapRule<Key>[]
  capacities?: readonly CapacityRule<Key>[]
  /** Code of the module that runs in the transaction of a write. */
  hooks?: WriteHooks
  waiting?: readonly WaitingRule<Key>[]
  /** Absent when rows stay until they are deleted. */
  retention?: readonly RetentionRule<Key>[]
  /** Absent when rows have no owner. */
  ownership?: Ownership<Key>
  /** Serves single values by name, as settings do. */
  namedValues?: NamedValues<Key>
  /**
   * True when only the server creates the rows, as those of the audit log. They are no content: a forum that has only such
   * rows counts as empty and may be filled with sample data. Their writes do not change the module's revision, and the rows
   * have no client row ids.
   */
  isServerWritten?: boolean
  /** True when backups omit the rows, such as queued messages: after a restore they would be processed twice. */
  isTransient?: boolean
  /** Boolean field: files of rows where it is true are served to signed-in users only, though everybody sees the row. */
  filesNeedSignIn?: Key
  /** Columns of its table without a field; only the module's own code reads and writes them. */
  hiddenColumns?: readonly string[]
}

/** A module: its definition, which the client shares, with its permissions and the properties that only the server needs. */
export interface ServerModule extends ServerModuleOptions {
  /** The half of the module that the client knows. */
  definition: ModuleDefinition
}

/** A route that reads one value by its name: `GET {path}/forum` returns the setting `forum`. */
export interface NamedValues<Key extends string = string> {
  /** Path of the route without the name. */
  path: string
  /** Key of the unique field that holds the name. */
  name: Key
  /** Key of the field that the response returns. */
  value: Key
}

/** Joins a definition and its permissions; the compiler checks the names of fields. */
export function serverModule<Fields extends Record<string, FieldDefinition>>(
  definition: ModuleDefinition<Fields>,
  server: ServerModuleOptions<keyof Fields & string>,
): ServerModule {
  return { definition, ...server }
}
