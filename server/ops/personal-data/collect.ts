import type { Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { maskedValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import { decodeField, fileNosIn } from '#server/engine/field-types/codec.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { unsealIdNumber } from '#server/engine/field-types/sealed-fields.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { visibleFields, type VisibleFields } from '#server/engine/schema/visible-fields.ts'
import { findFiles } from '#server/files/find-files.ts'
import { importField } from '#server/files/import-field.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { personTables, type PersonTable } from './person-tables.ts'

/** A stored file of a person. */
export interface PersonalFile {
  no: string
  name: string
  storageKey: string
  sizeBytes: number
}

/** Everything that belongs to a person, under the name of its table. */
export interface PersonalData {
  tables: Readonly<Record<string, readonly object[]>>
  files: readonly PersonalFile[]
}

/** Who takes their data out. */
export interface OwnDataRequest {
  caller: UserCaller
  /** They have proven a moment ago that it is them: else ID numbers are masked. */
  isProven: boolean
}

/**
 * Collects what is a person's in all tables and modules, deleted rows too, as far as they may read it. Whose a row is
 * decides its owner column alone.
 */
export async function collectPersonalData(
  trx: Kysely<Tables>,
  registry: Registry,
  secrets: Secrets,
  { caller, isProven }: OwnDataRequest,
): Promise<PersonalData> {
  const userId = caller.id
  const tables: Record<string, readonly object[]> = {}
  for (const [name, table] of Object.entries(personTables)) {
    if (table) tables[name] = await readPlain(trx, name, table, userId)
  }
  const nos = new Set<string>()
  for (const module of registry.modules) {
    if (!module.ownership) continue
    const fields = readableFields(caller, module)
    if (fields.size === 0) continue
    const owned = { definition: module.definition, fields, owner: module.ownership.field }
    const { rows, fileNos } = await readOwned(trx, owned, isProven ? secrets : undefined, userId)
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
  { owner, copied }: PersonTable,
  userId: string,
): Promise<object[]> {
  return moduleTables(trx).selectFrom(table).select(copied).where(owner, '=', userId).execute()
}

/** Roles in which a person has had rows of their own: who was declined keeps the right to what they gave. */
const ownRoles = ['applicant', 'participant', 'staff'] as const

/** The fields of their own rows that the gate shows a person, now or in a role in which they have such rows. */
function readableFields(caller: UserCaller, module: ServerModule): VisibleFields {
  const { copied } = module.ownership ?? {}
  if (copied) return new Map(Object.entries(module.definition.fields).filter(([key]) => copied.includes(key)))
  const now = visibleFields(caller, module, 'output')
  if (now.size > 0) return now
  const asIf = ownRoles.map((role) => visibleFields({ ...caller, role, grants: [] }, module, 'output'))
  return new Map(asIf.flatMap((fields) => [...fields]))
}

/** A module's rows that are somebody's. */
interface OwnedRows {
  definition: ModuleDefinition
  fields: VisibleFields
  /** Column that says whose they are. */
  owner: string
}

async function readOwned(
  trx: Kysely<Tables>,
  { definition, fields: readable, owner }: OwnedRows,
  secrets: Secrets | undefined,
  userId: string,
): Promise<{ rows: object[]; fileNos: string[] }> {
  const stored = await moduleTables(trx)
    .selectFrom(definition.name)
    .selectAll()
    .where(owner, '=', userId)
    .orderBy('id')
    .execute()
  const fields = [...readable]
  const fileNos = fileNosIn(fields, stored)
  const files = await findFiles(trx, fileNos)
  const rows = stored.map((row) => {
    const valueOf = (key: string, field: FieldDefinition) => {
      if (field.type !== 'id_number') return decodeField(key, field, row, files)
      if (!secrets) return row[key] === null ? null : maskedValue
      return unsealIdNumber(key, row, { secrets, table: definition.name, rowId: String(row['id']) })
    }
    return Object.fromEntries(fields.map(([key, field]) => [key, valueOf(key, field)]))
  })
  return { rows, fileNos }
}

/** Files that the person uploaded, and files in their rows; not tables of other people's data that are being imported. */
async function findOwnFiles(
  trx: Kysely<Tables>,
  nos: readonly string[],
  userId: string,
): Promise<PersonalFile[]> {
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
