import type { FieldDefinition } from '#contract/field-definition.ts'
import { isEmpty } from '#contract/form/form-shape.ts'
import { listFileFields } from '#server/engine/field-types/index.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from '../query/access.ts'
import type { WireRow } from '../field-types/codec.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { canRunAction, isAllowed, writableFields } from '../schema/visible-fields.ts'
import { toRowResponse, checkNotStale } from './row-response.ts'
import { findConstraintIssues } from './constraints.ts'
import { getLockedRow, lockRowOrDeleted, isOwnRow, decodeRow, isInScope, type LockedRow } from './lock-row.ts'
import { readNamedRow } from './read-body.ts'
import { createSiblingRows } from './sibling-rows.ts'
import { findOverlaps, checkOverlaps } from './overlaps.ts'
import { loadRelated } from './related-rows.ts'
import { readRevisions, revertRow, type RowRevision } from './row-revisions.ts'
import { saveRow } from './save-row.ts'
import { storeRow } from './store-rows.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/**
 * `POST /front/restore/{module}`: undeletes a row; with `version` also restores the values of that version, in fields that the
 * caller may edit, or that the undone action wrote. Rules apply as to any write, and a restore can itself be undone. With
 * `known`, the version that the caller has read, the request fails when others have changed the row since.
 * @throws HttpError `not_found` for an unknown row or version, `row.deleted`, `row.stale`, `validation.failed`
 */
export async function restoreRow(
  context: WriteContext,
  name: string,
  { known: knownVersion, ...body }: Readonly<Record<string, unknown>>,
): Promise<WireRow> {
  const { registry, caller } = context
  const module = getModule(registry, caller, name, 'history')
  const { definition } = module
  const { id, version, issues } = readNamedRow(body, new Map(), new Map())
  if (issues.length > 0) throw createHttpError('validation.failed', { fields: issues })
  // With `known`, a row that others have deleted is a conflict: `getLockedRow` throws `row.deleted`.
  if (knownVersion === undefined) await undeleteRow(context, module, id)
  const locked = await getLockedRow(context, module, id)
  await checkKnownVersion(context, module, locked, knownVersion)
  const laterRevisions =
    version === undefined ? [] : await readRevisions(context.trx, definition.name, id, version)
  // Writes of the server itself add no revisions; beyond such a gap the values of a version are unknown.
  if (version !== undefined && laterRevisions.length !== locked.row.version - version)
    throw createHttpError('not_found')
  const earlierStored = revertRow(locked.stored, laterRevisions)
  // With its number a missing file is reported; without it the field would become empty.
  const files = Object.fromEntries(listFileFields(definition.fields).map((key) => [key, earlierStored[key]]))
  const earlierRow = { ...(await decodeRow(context, definition, earlierStored)), ...files }
  if (!isInScope(caller, module, earlierRow)) throw createHttpError('not_found')
  const isEditable = locked.isEditable && isAllowed(caller, module, 'update')
  const writable = new Set([
    ...(isEditable ? writableFields(caller, module).keys() : []),
    ...listUndoneFields(context, module, locked, laterRevisions),
  ])
  const changedFields = new Set(
    laterRevisions.flatMap((revision) => revision.fields).filter((key) => writable.has(key)),
  )
  const input = Object.fromEntries(
    [...changedFields].map((key) => [key, emptyTextToNull(definition.fields[key], earlierRow[key])]),
  )
  await saveRow(context, module, { operation: 'restore', id, locked, input, writable, issues: [] })
  return toRowResponse(context, module, id)
}

/** A text that was empty in all languages becomes null, so that its languages are not required. */
function emptyTextToNull(field: FieldDefinition | undefined, value: unknown): unknown {
  return field?.localized && isEmpty(field, value) ? null : value
}

/** Checks that the row has not changed since the version that the caller has read. */
async function checkKnownVersion(
  context: WriteContext,
  module: ServerModule,
  locked: LockedRow,
  knownVersion: unknown,
): Promise<void> {
  if (knownVersion === undefined) return
  if (!Number.isSafeInteger(knownVersion))
    throw createHttpError('validation.failed', { fields: [{ path: 'known', key: 'field.invalid' }] })
  const fieldKeys = Object.keys(module.definition.fields)
  await checkNotStale(context, module, locked, {
    version: knownVersion as number,
    input: {},
    fields: fieldKeys,
  })
}

/**
 * Lists the fields of the newest write when only that one is reverted and it was an undoable action that the caller may run.
 * Their keys may be written by the restore, even if the caller may not edit them.
 */
function listUndoneFields(
  context: WriteContext,
  module: ServerModule,
  locked: LockedRow,
  laterRevisions: readonly RowRevision[],
): readonly string[] {
  const [newest] = laterRevisions
  const { actions = {} } = module.definition
  if (!newest || laterRevisions.length > 1 || !Object.hasOwn(actions, newest.deed)) return []
  const { undoable, byOthers } = actions[newest.deed] ?? {}
  const canUndo = undoable === true && canRunAction(context.caller, module, newest.deed)
  return canUndo && !(byOthers && isOwnRow(context, module, locked)) ? newest.fields : []
}

/** Undeletes a row unless another row conflicts with it now. */
async function undeleteRow(context: WriteContext, module: ServerModule, id: string): Promise<void> {
  const { definition } = module
  const deleted = await lockRowOrDeleted(context, module, id)
  if (!deleted || deleted.stored['deleted_at'] === null) return
  const related = await loadRelated(context, definition, deleted.row, [])
  const candidate = { before: undefined, after: deleted.row, inputFields: new Set<string>() }
  const siblings = createSiblingRows(context.trx, module)
  const fields = await findConstraintIssues(siblings, module, candidate, related)
  if (fields.length > 0) throw createHttpError('validation.failed', { fields })
  checkOverlaps(context, await findOverlaps(context, module, candidate, siblings))
  const change = { operation: 'restore', id, before: deleted.stored, values: {}, deletedAt: null }
  await storeRow(context, module, change)
}
