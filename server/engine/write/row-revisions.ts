import type { CompiledQuery, Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { buildInserts } from '#server/db/prepared-query.ts'
import type { StoredRow } from '../field-types/codec.ts'
import type { ColumnValue } from '#server/engine/field-types/field-type.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from '../query/access.ts'
import { isMasked, visibleFields } from '../schema/visible-fields.ts'
import { lockRowOrDeleted, decodeRow, isInScope } from './lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** One write of a row: the fields that it changed, with their earlier values. */
export interface RowRevision {
  /** Version of the row that the write made. */
  version: number
  /** Instant of the write. */
  at: string
  /** Account of the caller; null without one. */
  actorId: string | null
  /** The operation: `create`, `edit`, `delete`, `restore`, `import`, `import.undone`, or the name of an action. */
  deed: string
  /** Keys of the fields that it changed. */
  fields: readonly string[]
  /** Columns as they were before; sealed ones are left out. */
  before: Readonly<Record<string, ColumnValue>>
}

/** Types whose former values the history does not store: a replaced ID number must be gone. */
const unrecordedTypes = new Set(['id_number'])

/** A revision to append. */
export interface NewRevision extends Pick<RowRevision, 'version' | 'fields'> {
  /** Id of the row. */
  id: string
  /** Columns as they were before the write, without those that no revision stores. */
  before: Readonly<Record<string, unknown>>
}

/** Columns of `row_revisions`, in the order of the values that {@link buildRevisionInserts} inserts. */
const revisionColumns = ['module', 'row_id', 'version', 'at', 'actor_id', 'deed', 'fields', 'before']

/** Builds the statements that append a revision for each row. */
export function buildRevisionInserts(
  trx: Kysely<Tables>,
  module: string,
  writes: readonly NewRevision[],
  { at, actorId, operation }: { at: string; actorId: string | null; operation: string },
): CompiledQuery[] {
  const rows = writes.map(({ id, version, fields, before }) => [
    module,
    id,
    version,
    at,
    actorId,
    operation,
    JSON.stringify(fields),
    JSON.stringify(before),
  ])
  return buildInserts(trx, { table: 'row_revisions', columns: revisionColumns }, rows)
}

/** Picks the earlier values of fields that a revision stores. */
export function pickRevisionValues(
  definition: ModuleDefinition,
  fields: readonly string[],
  storedRow: StoredRow | undefined,
): Record<string, unknown> {
  const entries = fields.flatMap((key) => {
    const field = definition.fields[key]
    if (!storedRow || !field || !isRevisionField(field)) return []
    return listFieldColumns(key, field).map(({ name }) => [name, storedRow[name]])
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** True when revisions store earlier values of the field. */
export function isRevisionField({ type }: FieldDefinition): boolean {
  return !unrecordedTypes.has(type)
}

/** Reads the revisions of a row, the newest first. @param afterVersion only those with a greater version */
export async function readRevisions(
  kysely: Kysely<Tables>,
  module: string,
  rowId: string,
  afterVersion = 0,
): Promise<RowRevision[]> {
  const rows = await kysely
    .selectFrom('row_revisions')
    .selectAll()
    .where('module', '=', module)
    .where('row_id', '=', rowId)
    .where('version', '>', afterVersion)
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({
    version: row.version,
    at: row.at,
    actorId: row.actor_id,
    deed: row.deed,
    fields: JSON.parse(row.fields) as string[],
    before: JSON.parse(row.before) as Record<string, ColumnValue>,
  }))
}

/** Reverts a stored row by its later revisions, the newest first. Sealed columns keep their current values. */
export function revertRow(storedRow: StoredRow, laterRevisions: readonly RowRevision[]): StoredRow {
  return laterRevisions.reduce<StoredRow>((row, revision) => ({ ...row, ...revision.before }), storedRow)
}

/**
 * `GET /front/revisions/{module}/{id}`: lists the writes of a row, the newest first, with the earlier values of fields that
 * the caller may read unmasked.
 * @throws HttpError `not_found`
 */
export async function listHistory(
  context: WriteContext,
  name: string,
  id: string,
): Promise<RowRevisionInfo[]> {
  const { registry, caller, trx } = context
  const module = getModule(registry, caller, name, 'history')
  const { definition } = module
  const locked = await lockRowOrDeleted(context, module, id)
  if (!locked) throw createHttpError('not_found')
  const visible = visibleFields(caller, module, 'output')
  const revisions = await readRevisions(trx, definition.name, id)
  const actorNames = await findDisplayNames(
    context,
    revisions.flatMap(({ actorId }) => actorId ?? []),
  )
  const entries: RowRevisionInfo[] = []
  let storedRow = locked.stored
  for (const revision of revisions) {
    const { version, at, actorId, deed: operation, fields, before } = revision
    storedRow = revertRow(storedRow, [revision])
    const earlierRow = await decodeRow(context, definition, storedRow)
    const visibleKeys = fields.filter((key) => visible.has(key))
    const areValuesVisible = Object.keys(before).length > 0 && isInScope(caller, module, earlierRow)
    const shownKeys = visibleKeys.filter((key) => areValuesVisible && !isMasked(caller, module, key))
    entries.push({
      version,
      at,
      deed: operation,
      // An account that was deleted since has no name.
      actor: actorId === null ? null : { id: actorId, name: actorNames.get(actorId) ?? '' },
      fields: visibleKeys,
      before: Object.fromEntries(shownKeys.map((key) => [key, earlierRow[key]])),
    })
  }
  return entries
}

/** Finds the display names of accounts by their ids. */
async function findDisplayNames({ trx }: WriteContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.display_name]))
}
