import type { Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { maskedValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import { decodeField, listFileNos } from '#server/engine/field-types/codec.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { unsealIdNumber } from '#server/engine/field-types/id-number.ts'
import { isSealed } from '#server/engine/field-types/index.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { visibleFields, type VisibleFields } from '#server/engine/schema/visible-fields.ts'
import { findFiles, importField } from '#server/files/find-files.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** A stored file of a user. */
export interface PersonalFile {
  no: string
  name: string
  storageKey: string
  sizeBytes: number
}

/** A user's data, as {@link collectPersonalData} finds them. */
export interface PersonalData {
  /** Rows by name of the table or module. */
  tables: Readonly<Record<string, readonly object[]>>
  files: readonly PersonalFile[]
}

/** Request of a user for their own data. */
export interface OwnDataRequest {
  caller: UserCaller
  /** True after a recent reauthentication. Otherwise ID numbers are masked. */
  isProven: boolean
}

/**
 * Collects a user's rows of all tables and modules, deleted rows included, with the fields that the user may read. Only
 * the owner column decides whose a row is.
 */
export async function collectPersonalData(
  trx: Kysely<Tables>,
  registry: Registry,
  secrets: Secrets,
  { caller, isProven }: OwnDataRequest,
): Promise<PersonalData> {
  const userId = caller.id
  const tables: Record<string, readonly object[]> = {}
  for (const [name, table] of Object.entries(personalTables)) {
    if (table) tables[name] = await readPersonalTable(trx, name, table, userId)
  }
  const allFileNos = new Set<string>()
  for (const module of registry.modules) {
    if (!module.ownership) continue
    const fields = readableFields(caller, module)
    if (fields.size === 0) continue
    const ownedRows = { definition: module.definition, fields, owner: module.ownership.field }
    const { rows, fileNos } = await readOwnedRows(trx, ownedRows, isProven ? secrets : undefined, userId)
    tables[module.definition.name] = rows
    for (const no of fileNos) allFileNos.add(no)
  }
  return { tables, files: await findOwnFiles(trx, [...allFileNos], userId) }
}

/** Finds the ids of a user's rows in a module, deleted rows included. */
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

async function readPersonalTable(
  trx: Kysely<Tables>,
  table: string,
  { owner, copied }: PersonalTable,
  userId: string,
): Promise<object[]> {
  return moduleTables(trx).selectFrom(table).select(copied).where(owner, '=', userId).execute()
}

/** Roles that own rows. A user who has another role by now keeps the right to their earlier rows. */
const owningRoles = ['applicant', 'participant', 'staff'] as const

/**
 * Lists the fields that the user may read in their own rows, with the current role or with a role that owns such rows.
 */
function readableFields(caller: UserCaller, module: ServerModule): VisibleFields {
  const { exportedFields } = module.ownership ?? {}
  if (exportedFields)
    return new Map(Object.entries(module.definition.fields).filter(([key]) => exportedFields.includes(key)))
  const currentFields = visibleFields(caller, module, 'output')
  if (currentFields.size > 0) return currentFields
  const fieldsByRole = owningRoles.map((role) =>
    visibleFields({ ...caller, role, grants: [] }, module, 'output'),
  )
  return new Map(fieldsByRole.flatMap((fields) => [...fields]))
}

/** Which rows and fields of a module to read. */
interface OwnedRows {
  definition: ModuleDefinition
  fields: VisibleFields
  /** Column with the owner's id. */
  owner: string
}

/** @param secrets unseal ID numbers; undefined to mask them */
async function readOwnedRows(
  trx: Kysely<Tables>,
  { definition, fields: ownerFields, owner }: OwnedRows,
  secrets: Secrets | undefined,
  userId: string,
): Promise<{ rows: object[]; fileNos: string[] }> {
  const storedRows = await moduleTables(trx)
    .selectFrom(definition.name)
    .selectAll()
    .where(owner, '=', userId)
    .orderBy('id')
    .execute()
  const fields = [...ownerFields]
  const fileNos = listFileNos(fields, storedRows)
  const files = await findFiles(trx, fileNos)
  const rows = storedRows.map((row) => {
    const decodeValue = (key: string, field: FieldDefinition) => {
      if (!isSealed(field)) return decodeField(key, field, row, files)
      if (!secrets) return row[key] === null ? null : maskedValue
      return unsealIdNumber(key, row, { secrets, table: definition.name, rowId: String(row['id']) })
    }
    return Object.fromEntries(fields.map(([key, field]) => [key, decodeValue(key, field)]))
  })
  return { rows, fileNos }
}

/**
 * Finds files that the user uploaded and files in their rows. Import files are excluded: they hold data of other
 * people.
 */
async function findOwnFiles(
  trx: Kysely<Tables>,
  fileNos: readonly string[],
  userId: string,
): Promise<PersonalFile[]> {
  const rows = await trx
    .selectFrom('files')
    .select(['no', 'name', 'storage_key', 'size_bytes'])
    .where((eb) => eb.or([eb('for_field', 'is', null), eb('for_field', '!=', importField)]))
    .where((eb) =>
      eb.or([eb('owner_id', '=', userId), ...(fileNos.length > 0 ? [eb('no', 'in', fileNos)] : [])]),
    )
    .orderBy('no')
    .execute()
  return rows.map((row) => ({
    no: row.no,
    name: row.name,
    storageKey: row.storage_key,
    sizeBytes: row.size_bytes,
  }))
}

/** How a table outside of modules stores personal data. */
interface PersonalTable {
  /** Column with the account's id. */
  owner: string
  /** Columns that the user gets a copy of: no secrets, and no internal columns. */
  copied: readonly string[]
}

/**
 * Owner column of each table, or null when rows belong to nobody or do not identify a user: they hold HMACs, or expire
 * within a day. The compiler requires a line for every new table.
 */
export const personalTables: Readonly<Record<keyof Tables, PersonalTable | null>> = {
  users: {
    owner: 'id',
    copied: ['id', 'login_name', 'display_name', 'mobile', 'email', 'role', 'weixin_openid', 'created_at'],
  },
  sign_ins: { owner: 'user_id', copied: ['device', 'is_kept', 'created_at', 'last_used_at', 'expires_at'] },
  // The secret is sealed and the codes are HMACs: neither is copied.
  second_factors: { owner: 'user_id', copied: ['created_at', 'confirmed_at'] },
  recovery_codes: { owner: 'user_id', copied: ['used_at'] },
  download_history: { owner: 'user_id', copied: ['no', 'downloaded_at'] },
  // Files and uploads have bytes too and are handled separately.
  files: null,
  file_references: null,
  uploads: null,
  // Pending messages are sealed, and are erased with the user.
  message_queue: { owner: 'user_id', copied: ['channel', 'next_try_at'] },
  // Stored responses are sealed, and are erased with the user.
  idempotency_keys: { owner: 'user_id', copied: ['route', 'created_at', 'expires_at'] },
  // Pending import rows are data of other people and expire within a day.
  imports: null,
  import_rows: null,
  known_places: null,
  download_tokens: null,
  weixin_states: null,
  weixin_codes: null,
  upload_tickets: null,
  module_revisions: null,
  search_texts: null,
  // Erased with the rows.
  capacity_uses: null,
  // A row's history is erased with the row. The author's id identifies nobody once the account is gone.
  row_revisions: null,
  sms_codes: null,
  code_challenges: null,
  sms_sends: null,
  rate_counts: null,
  task_runs: null,
  key_marks: null,
}
