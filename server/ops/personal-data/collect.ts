import type { Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { maskedValue } from '#contract/row.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { decodeField, fileNosIn } from '#server/engine/field-types/codec.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { unsealIdNumber } from '#server/engine/field-types/sealed-fields.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { visibleFields, type VisibleFields } from '#server/engine/schema/visible-fields.ts'
import { findFiles, importField } from '#server/files/find-files.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

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

/** How a table that no module defines holds what belongs to a person. */
interface PersonTable {
  /** Column with the account's id. */
  owner: string
  /** Columns that the person gets a copy of; secrets and what only the server needs are not among them. */
  copied: readonly string[]
}

/**
 * Whose the rows of each table are; null where they are nobody's, or where a person cannot be found in them: they hold
 * HMACs, or go within a day. The compiler asks for a line for every new table.
 */
export const personTables: Readonly<Record<keyof Tables, PersonTable | null>> = {
  users: {
    owner: 'id',
    copied: ['id', 'login_name', 'display_name', 'mobile', 'email', 'role', 'weixin_openid', 'created_at'],
  },
  sign_ins: { owner: 'user_id', copied: ['device', 'is_kept', 'created_at', 'last_used_at', 'expires_at'] },
  // The secret is sealed and the codes are HMACs: neither is copied.
  second_factors: { owner: 'user_id', copied: ['created_at', 'confirmed_at'] },
  recovery_codes: { owner: 'user_id', copied: ['used_at'] },
  download_history: { owner: 'user_id', copied: ['no', 'downloaded_at'] },
  // Files and uploads have bytes too and are looked after by themselves.
  files: null,
  file_references: null,
  uploads: null,
  // What waits is sealed; it goes with the person.
  message_queue: { owner: 'user_id', copied: ['channel', 'next_try_at'] },
  // What was answered is sealed; it goes with the person.
  idempotency_keys: { owner: 'user_id', copied: ['route', 'created_at', 'expires_at'] },
  // Rows that wait are others' data; they go within a day.
  imports: null,
  import_rows: null,
  known_places: null,
  download_tokens: null,
  weixin_states: null,
  weixin_codes: null,
  upload_tickets: null,
  module_revisions: null,
  search_texts: null,
  // Ids of rows, which go with these.
  capacity_uses: null,
  // A row's history goes with the row; who wrote it is an id that names nobody once the account is gone.
  row_revisions: null,
  sms_codes: null,
  code_challenges: null,
  sms_sends: null,
  rate_counts: null,
  task_runs: null,
  key_marks: null,
}
