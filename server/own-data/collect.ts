import type { Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { decodeField, fileNosIn } from '#server/engine/codec.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import type { Registry } from '#server/engine/registry.ts'
import { openNumber } from '#server/engine/sealed-fields.ts'
import type { ServerModule } from '#server/engine/server-module.ts'
import { findFiles } from '#server/files/find-files.ts'
import { importField } from '#server/files/import-field.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { personTables } from './person-tables.ts'

/** A stored file of a person. */
export interface OwnFile {
  no: string
  name: string
  storageKey: string
  sizeBytes: number
}

/** Everything that belongs to a person, under the name of its table. */
export interface OwnData {
  tables: Readonly<Record<string, readonly object[]>>
  files: readonly OwnFile[]
}

/**
 * Collects what is a person's in all tables and modules, deleted rows too, with their ID numbers in full. Whose a row is
 * decides its owner column alone.
 */
export async function collectOwnData(
  trx: Kysely<Tables>,
  registry: Registry,
  secrets: Secrets,
  userId: string,
): Promise<OwnData> {
  const tables: Record<string, readonly object[]> = {}
  for (const [name, table] of Object.entries(personTables)) {
    if (table) tables[name] = await readPlain(trx, name, table.owner, table.copied, userId)
  }
  const nos = new Set<string>()
  for (const module of registry.modules) {
    if (!module.ownership) continue
    const { rows, fileNos } = await readOwned(trx, module, module.ownership.field, secrets, userId)
    tables[module.definition.name] = rows
    for (const no of fileNos) nos.add(no)
  }
  return { tables, files: await findOwnFiles(trx, [...nos], userId) }
}

/** Ids of a module's rows that are the person's, deleted ones too. */
export async function findOwnedIds(
  trx: Kysely<Tables>,
  { definition, ownership }: ServerModule,
  userId: string,
): Promise<string[]> {
  if (!ownership) return []
  const rows = await moduleTables(trx)
    .selectFrom(definition.name)
    .select('id')
    .where(ownership.field, '=', userId)
    .execute()
  return rows.map((row) => String(row['id']))
}

async function readPlain(
  trx: Kysely<Tables>,
  table: string,
  owner: string,
  columns: readonly string[],
  userId: string,
): Promise<object[]> {
  return moduleTables(trx).selectFrom(table).select(columns).where(owner, '=', userId).execute()
}

async function readOwned(
  trx: Kysely<Tables>,
  { definition }: ServerModule,
  owner: string,
  secrets: Secrets,
  userId: string,
): Promise<{ rows: object[]; fileNos: string[] }> {
  const stored = await moduleTables(trx)
    .selectFrom(definition.name)
    .selectAll()
    .where(owner, '=', userId)
    .orderBy('id')
    .execute()
  const fields = Object.entries(definition.fields)
  const fileNos = fileNosIn(fields, stored)
  const files = await findFiles(trx, fileNos)
  const rows = stored.map((row) => {
    const sealing = { secrets, table: definition.name, rowId: String(row['id']) }
    const valueOf = (key: string, field: FieldDefinition) =>
      field.type === 'id_number' ? openNumber(key, row, sealing) : decodeField(key, field, row, files)
    return Object.fromEntries(fields.map(([key, field]) => [key, valueOf(key, field)]))
  })
  return { rows, fileNos }
}

/** Files that the person uploaded, and files in their rows; not tables of other people's data that are being imported. */
async function findOwnFiles(trx: Kysely<Tables>, nos: readonly string[], userId: string): Promise<OwnFile[]> {
  const rows = await trx
    .selectFrom('files')
    .select(['no', 'name', 'storage_key', 'size_bytes'])
    .where((eb) => eb.or([eb('for_field', 'is', null), eb('for_field', '!=', importField)]))
    .where((eb) => eb.or([eb('owner_id', '=', userId), ...(nos.length > 0 ? [eb('no', 'in', nos)] : [])]))
    .orderBy('no')
    .execute()
  return rows.map((row) => ({
    no: row.no,
    name: row.name,
    storageKey: row.storage_key,
    sizeBytes: row.size_bytes,
  }))
}
