import type { Role } from '#contract/api.ts'
import type { ErrorKey } from '#contract/errors.ts'
import type { FilterItem } from '#contract/filters.ts'

/** Who asks: nobody signed in, an account's role, or an organiser who is an administrator. */
export type AccessRole = 'anonymous' | Role | 'administrator'

/** Every reader; what they may do is read from the module's permissions, and nothing follows from a role by itself. */
export const readers: readonly AccessRole[] = [
  'anonymous',
  'applicant',
  'participant',
  'staff',
  'organiser',
  'administrator',
]

/**
 * What may be done with a module. `drafts` shows rows that are not published, `history` their revisions, which may be
 * restored, and `reveal` a masked value in full, with a reason.
 */
export const actions = [
  'list',
  'read',
  'drafts',
  'create',
  'update',
  'delete',
  'import',
  'export',
  'history',
  'reveal',
] as const

export type Action = (typeof actions)[number]

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** A list of actions with blanks between, checked by the compiler. */
type ActionList<Text extends string> = Words<Text> extends Action ? Text : never

/** Rows whose field holds the caller's own id. */
export interface CallerRows<Key extends string = string> {
  param: Key
  is: 'caller'
}

/** Which rows exist for a reader; all conditions hold. */
export type RowScope<Key extends string = string> = CallerRows<Key> | FilterItem

/** The rows that belong to the caller: `allow('list read').rows(callerRows('owner_id'))`. */
export function callerRows<Key extends string>(param: Key): CallerRows<Key> {
  return { param, is: 'caller' }
}

/** What one reader may do with a module, and which fields of it exist for that reader. */
export interface ModulePermission<Key extends string = string> {
  readonly actions: ReadonlySet<Action>
  /** Names of the definition's actions that may be called. */
  readonly deeds: ReadonlySet<string>
  /** Rows that exist; all when empty. */
  readonly scope: readonly RowScope<Key>[]
  /** Rows that may be edited and deleted, of those that exist; all when empty. */
  readonly editable: readonly FilterItem[]
  /** Fields that may be written; those of the form that are readable when absent. A masked one may stand here. */
  readonly writtenFields?: readonly Key[]
  /** The person's own state forbids all of it for now: what the refusal is called. */
  readonly closedBy?: ErrorKey
  /** Only these fields (and `id` and `version`); all when absent. */
  readonly onlyFields?: readonly Key[]
  /** Holds the caller's own id in rows that they see before these are published, when drafts are asked for. */
  readonly ownDrafts?: Key
  /** Fields that are shown masked: no filter, sort or search on them. */
  readonly maskedFields: readonly Key[]
}

/** A {@link Grant} that can be narrowed. */
export interface PermissionBuilder<Key extends string> extends ModulePermission<Key> {
  fields<Name extends string>(names: readonly Name[]): PermissionBuilder<Key | Name>
  masked<Name extends string>(names: readonly Name[]): PermissionBuilder<Key | Name>
  /** Only these rows exist. */
  rows<Name extends string>(...scope: readonly RowScope<Name>[]): PermissionBuilder<Key | Name>
  /** Asked for drafts, the reader sees their own rows that are not published: those whose field holds their id. */
  withOwnDrafts<Name extends string>(param: Name): PermissionBuilder<Key | Name>
  /** Only these fields may be written. */
  writes<Name extends string>(names: readonly Name[]): PermissionBuilder<Key | Name>
  /** Only rows for which all of these hold may be edited and deleted. */
  whileRow(...items: readonly FilterItem[]): PermissionBuilder<Key>
  /** Actions of the definition, with blanks between. */
  may(deeds: string): PermissionBuilder<Key>
  /** Nothing of it, for a reason that the person is told: the one use of 403 (security.md "Roles"). */
  notYet(key: ErrorKey): PermissionBuilder<Key>
}

/** Grants actions on all fields: `allow('list read').fields(['name'])`. */
export function allow<Text extends string>(text: ActionList<Text>): PermissionBuilder<never> {
  return buildGrant<never>({
    actions: new Set(text.split(' ') as Action[]),
    maskedFields: [],
    deeds: new Set(),
    scope: [],
    editable: [],
  })
}

function buildGrant<Key extends string>(grant: ModulePermission<Key>): PermissionBuilder<Key> {
  return {
    ...grant,
    fields: (names) => buildGrant({ ...grant, onlyFields: [...(grant.onlyFields ?? []), ...names] }),
    masked: (names) => buildGrant({ ...grant, maskedFields: [...grant.maskedFields, ...names] }),
    rows: <Name extends string>(...scope: readonly RowScope<Name>[]) =>
      buildGrant<Key | Name>({ ...grant, scope: [...grant.scope, ...scope] }),
    writes: (names) => buildGrant({ ...grant, writtenFields: [...(grant.writtenFields ?? []), ...names] }),
    withOwnDrafts: <Name extends string>(param: Name) =>
      buildGrant<Key | Name>({ ...grant, ownDrafts: param }),
    whileRow: (...items) => buildGrant({ ...grant, editable: [...grant.editable, ...items] }),
    may: (deeds) => buildGrant({ ...grant, deeds: new Set([...grant.deeds, ...deeds.split(' ')]) }),
    notYet: (key) => buildGrant({ ...grant, closedBy: key }),
  }
}

/** What may be done with public content: everybody reads, the organiser sees drafts too and writes. */
export const publicContent = {
  anonymous: allow('list read'),
  applicant: allow('list read'),
  participant: allow('list read'),
  staff: allow('list read'),
  organiser: allow('list read drafts create update delete import export history'),
}
