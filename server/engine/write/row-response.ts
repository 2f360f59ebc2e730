import type { WireRow } from '../field-types/codec.ts'
import { findRow } from '../query/list-rows.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { canQueryDrafts, isAllowed, visibleFields } from '../schema/visible-fields.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { createHttpError } from '#server/errors.ts'
import { isEqual } from './constraints.ts'
import type { LockedRow } from './lock-row.ts'
import { readRevisions } from './row-revisions.ts'

/** Reads a written row as the caller sees it; only its id when the caller cannot see it. */
export async function toRowResponse(
  { trx, caller }: WriteContext,
  module: ServerModule,
  id: string,
): Promise<WireRow> {
  if (!isAllowed(caller, module, 'read')) return { id }
  return (await findRow(trx, module, caller, { id, drafts: canQueryDrafts(caller, module) })) ?? { id }
}

/** A change that is based on a version of a row. */
export interface VersionedChange {
  /** Version that the caller has read; undefined when the request has none. */
  version: number | undefined
  /** New values of the request. */
  input: Values
  /** Keys of all fields that the request changes, also by rules of the server; those of `input` by default. */
  fields?: Iterable<string>
}

/**
 * Checks that nobody else has changed the same fields since the version that the caller has read; changes of different fields
 * are merged. Without a version there is no check.
 * @throws HttpError `row.stale` with the current row and the fields that both changed, as far as the caller may see them
 */
export async function checkNotStale(
  context: WriteContext,
  module: ServerModule,
  { row }: LockedRow,
  { version, input, fields = Object.keys(input) }: VersionedChange,
): Promise<void> {
  if (version === undefined || version === row.version) return
  const laterRevisions = await readRevisions(context.trx, module.definition.name, row.id, version)
  // Writes of the server itself add no revisions, so then any field may have changed.
  const areChangesKnown = version < row.version && laterRevisions.length === row.version - version
  const changedFields = new Set(laterRevisions.flatMap((revision) => revision.fields))
  // A field that both changed to the same value is no conflict.
  const conflicts = [...fields].filter(
    (key) =>
      (!areChangesKnown || changedFields.has(key)) &&
      !(Object.hasOwn(input, key) && isEqual(input[key], row[key])),
  )
  if (conflicts.length === 0) return
  const current = await toRowResponse(context, module, row.id)
  const visible = visibleFields(context.caller, module, 'output')
  const reported = conflicts.filter((key) => visible.has(key) || Object.hasOwn(input, key))
  throw createHttpError('row.stale', { data: { current, fields: reported } })
}
