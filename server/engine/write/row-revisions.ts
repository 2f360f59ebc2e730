import type { CompiledQuery, Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { insertOne } from '#server/db/prepared-query.ts'
import type { StoredRow } from '../field-types/codec.ts'
import type { Stored } from '#server/engine/field-types/field-type.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'

/** One write of a row: which fields it changed, and what they held before. */
export interface RowRevision {
  /** Version of the row that the write made. */
  version: number
  at: string
  actorId: string | null
  deed: string
  fields: readonly string[]
  /** Columns as they were before; sealed ones are left out. */
  before: Readonly<Record<string, Stored>>
}

/** Types whose former values are kept nowhere but in the row itself. */
const unkeptTypes = new Set(['id_number'])

/** One write of a row, to be noted. */
export interface NewRevision extends Omit<RowRevision, 'before' | 'at'> {
  at: Date
  /** The row before the write. */
  stored: StoredRow | undefined
}

/** Notes a write in the row's history, in its transaction. */
export async function insertRevision(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  rowId: string,
  revision: NewRevision,
): Promise<void> {
  await trx.executeQuery(revisionInsert(trx, definition, rowId, revision))
}

/** The statement that notes a write in the row's history. */
export function revisionInsert(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  rowId: string,
  revision: NewRevision,
): CompiledQuery {
  const { version, at, actorId, deed, fields, stored } = revision
  const before = toRevisionBefore(definition, fields, stored)
  return insertOne(trx, 'row_revisions', {
    module: definition.name,
    row_id: rowId,
    version,
    at: toInstant(at),
    actor_id: actorId,
    deed,
    fields: JSON.stringify(fields),
    before: JSON.stringify(before),
  })
}

/** What a row's history keeps of the values that a write takes away. */
export function toRevisionBefore(
  definition: ModuleDefinition,
  fields: readonly string[],
  stored: StoredRow | undefined,
): Record<string, unknown> {
  const entries = fields.flatMap((key) => {
    const field = definition.fields[key]
    if (!stored || !field || !isRevisionField(field)) return []
    return listFieldColumns(key, field).map(({ name }) => [name, stored[name]])
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** True when the history of rows keeps former values of the field. */
export function isRevisionField({ type }: FieldDefinition): boolean {
  return !unkeptTypes.has(type)
}

/** A row's writes, the newest first. @param above only those that made a version greater than this */
export async function readRevisions(
  kysely: Kysely<Tables>,
  module: string,
  rowId: string,
  above = 0,
): Promise<RowRevision[]> {
  const rows = await kysely
    .selectFrom('row_revisions')
    .selectAll()
    .where('module', '=', module)
    .where('row_id', '=', rowId)
    .where('version', '>', above)
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({
    version: row.version,
    at: row.at,
    actorId: row.actor_id,
    deed: row.deed,
    fields: JSON.parse(row.fields) as string[],
    before: JSON.parse(row.before) as Record<string, Stored>,
  }))
}

/** The row as it was at a version: what every later write changed is put back. Sealed columns are those of now. */
export function rowAtVersion(stored: StoredRow, later: readonly RowRevision[]): StoredRow {
  return later.reduce<StoredRow>((row, revision) => ({ ...row, ...revision.before }), stored)
}
