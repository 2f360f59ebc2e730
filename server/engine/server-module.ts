import type { Role } from '#contract/calls.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'

/** Who asks: nobody signed in, an account's role, or an organiser who is an administrator. */
export type Reader = 'anonymous' | Role | 'administrator'

/** Every reader; what they may do is read from the module's permissions, and nothing follows from a role by itself. */
export const readers: readonly Reader[] = [
  'anonymous',
  'applicant',
  'participant',
  'staff',
  'organiser',
  'administrator',
]

/** What may be done with a module. `drafts` shows rows that are not published. */
export const actions = ['list', 'read', 'drafts', 'create', 'update', 'delete', 'import', 'export'] as const

export type Action = (typeof actions)[number]

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** A list of actions with blanks between, checked by the compiler. */
type ActionList<Text extends string> = Words<Text> extends Action ? Text : never

/** What one reader may do with a module, and which fields of it exist for that reader. */
export interface Grant<Key extends string = string> {
  readonly actions: ReadonlySet<Action>
  /** Only these fields (and `id` and `version`); all when absent. */
  readonly onlyFields?: readonly Key[]
  /** Fields that are shown masked: no filter, sort or search on them. */
  readonly maskedFields: readonly Key[]
}

/** A {@link Grant} that can be narrowed. */
export interface GrantBuilder<Key extends string> extends Grant<Key> {
  fields<Name extends string>(names: readonly Name[]): GrantBuilder<Key | Name>
  masked<Name extends string>(names: readonly Name[]): GrantBuilder<Key | Name>
}

/** Grants actions on all fields: `allow('list read').fields(['name'])`. */
export function allow<Text extends string>(text: ActionList<Text>): GrantBuilder<never> {
  return buildGrant<never>({ actions: new Set(text.split(' ') as Action[]), maskedFields: [] })
}

function buildGrant<Key extends string>(grant: Grant<Key>): GrantBuilder<Key> {
  return {
    ...grant,
    fields: (names) => buildGrant({ ...grant, onlyFields: [...(grant.onlyFields ?? []), ...names] }),
    masked: (names) => buildGrant({ ...grant, maskedFields: [...grant.maskedFields, ...names] }),
  }
}

/** When what people entrusted to the forum goes again, by itself. */
export interface RetentionRule<Key extends string = string> {
  /** Word for reports, as `id_data`. */
  name: string
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
}

/** A definition and what only the server knows of it. */
export interface ServerModule {
  definition: ModuleDefinition
  /** No entry means no right at all; only an administrator without one has the organiser's. */
  permissions: Readonly<Partial<Record<Reader, Grant>>>
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
    permissions: Readonly<Partial<Record<Reader, Grant<keyof Fields & string>>>>
    namedValues?: NamedValues<keyof Fields & string>
    isRecord?: boolean
    isPassing?: boolean
    retention?: readonly RetentionRule<keyof Fields & string>[]
    ownership?: Ownership<keyof Fields & string>
  },
): ServerModule {
  return { definition, ...server }
}

/** What readers of public content may do: everybody reads, the organiser also sees drafts. */
export const publicContent = {
  anonymous: allow('list read'),
  applicant: allow('list read'),
  participant: allow('list read'),
  staff: allow('list read'),
  organiser: allow('list read drafts'),
}
