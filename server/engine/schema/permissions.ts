import type { Role } from '#contract/api.ts'
import type { ErrorKey } from '#contract/errors.ts'
import type { FilterItem } from '#contract/filters.ts'

/** The role of a caller in a module: anonymous, an account's role, or an organiser who is an administrator. */
export type AccessRole = 'anonymous' | Role | 'administrator'

/** All access roles. A role has only the permissions that a module declares for it. */
export const accessRoles: readonly AccessRole[] = [
  'anonymous',
  'applicant',
  'participant',
  'staff',
  'organiser',
  'administrator',
]

/**
 * The actions on a module that a permission can allow. `list` reads lists of rows, `read` one row by its id; `drafts` shows
 * rows that are not published; `history` shows revisions of rows and restores them; `reveal` shows a masked value in full,
 * for a reason.
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

/** An action on a module; see {@link actions}. */
export type Action = (typeof actions)[number]

/** The words of a text as a union: `'list' | 'read'` of `'list read'`. */
type SplitAtBlanks<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | SplitAtBlanks<Rest>
  : Text

/** Actions separated by blanks, checked by the compiler. */
type ActionList<Text extends string> = SplitAtBlanks<Text> extends Action ? Text : never

/** Rows whose field holds the caller's id. */
export interface CallerRows<Key extends string = string> {
  /** Key of the field. */
  param: Key
  /** Distinguishes this scope from a {@link FilterItem}, which cannot name the caller. */
  is: 'caller'
}

/** A condition on the rows that exist for an access role; all conditions must hold. */
export type RowScope<Key extends string = string> = CallerRows<Key> | FilterItem

/** Creates the scope of the caller's own rows: `allow('list read').rows(callerRows('owner_id'))`. */
export function callerRows<Key extends string>(param: Key): CallerRows<Key> {
  return { param, is: 'caller' }
}

/** What an access role may do with a module, and which fields of it exist for that role. */
export interface ModulePermission<Key extends string = string> {
  readonly actions: ReadonlySet<Action>
  /** Names of the definition's actions that may be called. */
  readonly runnableActions: ReadonlySet<string>
  /** Rows that exist; all when empty. */
  readonly scope: readonly RowScope<Key>[]
  /** Rows that may be edited and deleted, of those that exist; all when empty. */
  readonly editable: readonly FilterItem[]
  /** Fields that may be written; the readable fields of the form when absent. Masked fields may be included. */
  readonly writtenFields?: readonly Key[]
  /** Error key when the user's own state forbids everything for now. */
  readonly denialKey?: ErrorKey
  /** Only these fields (and `id` and `version`); all when absent. */
  readonly onlyFields?: readonly Key[]
  /** Field with the caller's id: the caller sees these rows before they are published, in requests that include drafts. */
  readonly ownDrafts?: Key
  /** Fields that are shown masked: no filter, sort or search on them. */
  readonly maskedFields: readonly Key[]
}

/** A {@link ModulePermission} with methods that return a changed copy. Modules build their permissions with it. */
export interface PermissionBuilder<Key extends string> extends ModulePermission<Key> {
  /** Restricts the fields that exist for the role. */
  fields<Name extends string>(names: readonly Name[]): PermissionBuilder<Key | Name>
  /** Masks the values of fields. */
  masked<Name extends string>(names: readonly Name[]): PermissionBuilder<Key | Name>
  /** Restricts the rows that exist for the role. */
  rows<Name extends string>(...scope: readonly RowScope<Name>[]): PermissionBuilder<Key | Name>
  /** Requests that include drafts also return the caller's own unpublished rows: those whose field holds the caller's id. */
  withOwnDrafts<Name extends string>(param: Name): PermissionBuilder<Key | Name>
  /** Restricts the fields that may be written. */
  writes<Name extends string>(names: readonly Name[]): PermissionBuilder<Key | Name>
  /** Restricts editing and deleting to rows that match all of these conditions. */
  editableWhen(...items: readonly FilterItem[]): PermissionBuilder<Key>
  /** Allows actions of the definition; their names are separated by blanks. */
  may(names: string): PermissionBuilder<Key>
  /** Denies everything with 403 and this error key, as long as the user has this role. No other cause leads to 403. */
  deniedWith(key: ErrorKey): PermissionBuilder<Key>
}

/** Grants actions on all fields: `allow('list read').fields(['name'])`. */
export function allow<Text extends string>(text: ActionList<Text>): PermissionBuilder<never> {
  return buildPermission<never>({
    actions: new Set(text.split(' ') as Action[]),
    maskedFields: [],
    runnableActions: new Set(),
    scope: [],
    editable: [],
  })
}

/** Adds the methods of the builder to a permission. Each returns a changed copy. */
function buildPermission<Key extends string>(permission: ModulePermission<Key>): PermissionBuilder<Key> {
  return {
    ...permission,
    fields: (names) =>
      buildPermission({ ...permission, onlyFields: [...(permission.onlyFields ?? []), ...names] }),
    masked: (names) =>
      buildPermission({ ...permission, maskedFields: [...permission.maskedFields, ...names] }),
    rows: <Name extends string>(...scope: readonly RowScope<Name>[]) =>
      buildPermission<Key | Name>({ ...permission, scope: [...permission.scope, ...scope] }),
    writes: (names) =>
      buildPermission({ ...permission, writtenFields: [...(permission.writtenFields ?? []), ...names] }),
    withOwnDrafts: <Name extends string>(param: Name) =>
      buildPermission<Key | Name>({ ...permission, ownDrafts: param }),
    editableWhen: (...items) =>
      buildPermission({ ...permission, editable: [...permission.editable, ...items] }),
    may: (names) =>
      buildPermission({
        ...permission,
        runnableActions: new Set([...permission.runnableActions, ...names.split(' ')]),
      }),
    deniedWith: (key) => buildPermission({ ...permission, denialKey: key }),
  }
}

/** Permissions of public content: everybody reads, organisers also see drafts and write. */
export const publicContent = {
  anonymous: allow('list read'),
  applicant: allow('list read'),
  participant: allow('list read'),
  staff: allow('list read'),
  organiser: allow('list read drafts create update delete import export history'),
}
