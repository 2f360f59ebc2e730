import type { CompiledQuery } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import { auditInsert } from '#server/db/audit-log.ts'
import { bumpRevisionOnCommit } from '#server/db/bump-revision.ts'
import { insertOne, updateOne, runBatch } from '#server/db/prepared-query.ts'
import { setReferences, type FileChange, pictureChanges } from '#server/files/references.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import { decodeField, encodeField, type StoredRow } from '../field-types/codec.ts'
import { type Stored } from '#server/engine/field-types/field-type.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { clientRowIdColumn, findClientRowOwner } from '../schema/client-row-ids.ts'
import { moduleTables, toDialectValue } from '../../db/module-tables.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { storedColumns } from './write-rows.ts'
import { revisionInsert } from './row-revisions.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** A row to write, checked already. */
export interface RowChange {
  deed: string
  id: string
  before: StoredRow | undefined
  /** New values by field; of a new row all of them. */
  values: Readonly<Record<string, unknown>>
  /** Set when the row is deleted or comes back. */
  deletedAt?: Date | null
  /** Of a new row: the id that the device of its owner gave it. */
  clientRowId?: string | undefined
}

/**
 * Writes one row with its files, its revision, its line in the audit log and the module's revision: all of it or
 * nothing.
 * @returns the row's new version
 */
export async function storeRow(
  context: WriteContext,
  module: ServerModule,
  change: RowChange,
): Promise<number> {
  const { trx, now, caller } = context
  const { definition } = module
  const { id, before, deed } = change
  const fields = Object.keys(change.values)
  const version = before ? Number(before['version']) + 1 : 1
  const written = encodeFields(context, definition, change)
  const actorId = caller.kind === 'user' ? caller.id : null
  const revision = { version, at: now, actorId, deed, fields, stored: before }
  const { requestId, addressBlock } = context
  const entry = { at: now, actorId, action: deed, module: definition.name, rowId: id, fields }
  await runBatch(trx, [
    await rowWrite(context, module, change, { ...written, version }),
    revisionInsert(trx, definition, id, revision),
    auditInsert(trx, { ...entry, requestId, addressBlock }),
  ])
  await bumpRevisionOnCommit(trx, definition.name, toInstant(now))
  await setReferences(trx, definition.name, fileChanges(definition, change, written), now)
  return version
}

/** The columns of a row's new values. */
export function encodeFields(
  { secrets }: Pick<WriteContext, 'secrets'>,
  definition: ModuleDefinition,
  { id, values }: Pick<RowChange, 'id' | 'values'>,
): Record<string, Stored> {
  const sealing = { secrets, table: definition.name, rowId: id }
  const columns = Object.entries(values).flatMap(([key, value]) => {
    const field = definition.fields[key]
    return field ? Object.entries(encodeField(key, field, value, sealing)) : []
  })
  return Object.fromEntries(columns)
}

async function rowWrite(
  { trx, now }: WriteContext,
  module: ServerModule,
  { id, before, values, deletedAt, clientRowId }: RowChange,
  written: Readonly<Record<string, Stored>>,
): Promise<CompiledQuery> {
  const { definition } = module
  const owner = findClientRowOwner(module)
  const tables = moduleTables(trx)
  const derive = await prepareDerivation(definition)
  const all = before ? { ...storedColumns(definition, before), ...written } : written
  const at = toInstant(now)
  const columns: Record<string, Stored> = { ...written, ...derive(all), updated_at: at }
  if (deletedAt !== undefined) columns['deleted_at'] = deletedAt && toInstant(deletedAt)
  if (clientRowId !== undefined) columns[clientRowIdColumn.name] = clientRowId
  else if (before && owner !== undefined && (deletedAt !== undefined || Object.hasOwn(values, owner)))
    // Under the id of a deleted row its device may make another one, and a row that was given away names nobody.
    columns[clientRowIdColumn.name] = null
  const stored = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, toDialectValue(tables, value)]),
  )
  return before
    ? updateOne(trx, definition.name, id, stored)
    : insertOne(trx, definition.name, { ...stored, id, created_at: at })
}

/** What a write does to the fields that hold files. A deleted row keeps its files: it may come back. */
export function fileChanges(
  definition: ModuleDefinition,
  { id, before, values }: Pick<RowChange, 'id' | 'before' | 'values'>,
  written: Readonly<Record<string, Stored>>,
): FileChange[] {
  const isWritten = (field: string) => Object.hasOwn(values, field)
  const files = listFileFields(definition.fields)
    .filter(isWritten)
    .map((field) => ({
      rowId: id,
      field,
      before: (before?.[field] as string | null | undefined) ?? null,
      after: written[field] as string | null,
    }))
  const pictures = listImageFields(definition.fields)
    .filter(isWritten)
    .flatMap((key) => {
      const field = definition.fields[key]
      const was = before && field && decodeField(key, field, before, new Map())
      return pictureChanges(id, key, was, values[key])
    })
  return [...files, ...pictures]
}
