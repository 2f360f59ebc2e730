import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import type { SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { StoreRowsOptions } from '../write/store-rows.ts'
import type { ImportRequest } from './import-deps.ts'
import { createTokenBinding } from './importable.ts'

/** Name of the operation in revisions of rows that an import wrote. */
export const importOperation = 'import'

/** How long a dry run can be committed, in milliseconds; short, because its stored lines may hold personal data. */
export const checkedTtlMs = 2 * 60 * 60 * 1000
/** How long an import can be undone, in milliseconds. */
export const undoTtlMs = 24 * 60 * 60 * 1000

/** Maximum number of issues in the stored report; the response of the dry run has more. */
const maxStoredIssues = 500

/** Maximum number of imports that {@link listImports} returns. */
const maxListed = 20

/** The request of an import, and how its file was read. */
export interface ImportJobInput {
  /** Options of the request, with the number of the file. */
  body: Omit<ImportCheckBody, 'rows'>
  /** Hash of the file; absent for rows of the request body. */
  sha256?: string
  /** Hash of the rows of the request body; absent for a file. */
  rowsHash?: string
  /** Format in which the file was read; absent for rows of the request body. */
  format?: SheetFormat
  /** Line number of the file's headers, from 1. */
  headerLine?: number
}

/** An import as the database stores it. */
export interface ImportJob {
  id: string
  /** `reading` during the dry run, then `checked`; `cancelled` instead of a commit. */
  state: 'reading' | 'checked' | 'committed' | 'undone' | 'cancelled'
  input: ImportJobInput
  /** Hash of definition and permissions; the import is invalid when they change. */
  binding: string
  /** Revisions of the modules before the dry run read them. */
  revisions: Readonly<Record<string, number>>
  /** Absent until the dry run ends. */
  report?: ImportReport
  /** Instant until which it can be committed, or after the commit be undone. */
  expiresAt: string
}

/** Hashes rows of a body, so that a commit can be compared with its dry run. */
export function hashRows(rows: NonNullable<ImportCheckBody['rows']>): string {
  return createHash('sha256').update(toCanonicalJson(rows)).digest('base64url')
}

/** Inserts an import whose dry run begins. */
export async function insertImport(
  { deps, module, caller }: ImportRequest,
  id: string,
  input: ImportJobInput,
  revisions: Readonly<Record<string, number>>,
): Promise<void> {
  const now = deps.now()
  await deps.db.kysely
    .insertInto('imports')
    .values({
      id,
      module: module.definition.name,
      owner_id: caller.kind === 'user' ? caller.id : null,
      state: 'reading',
      options: JSON.stringify(input),
      binding: createTokenBinding(caller, module, deps.registry),
      revisions: JSON.stringify(revisions),
      report: null,
      created_at: toInstant(now),
      expires_at: toInstant(new Date(now.getTime() + checkedTtlMs)),
    })
    .execute()
}

/**
 * Gets the caller's own import of the module by its token, and locks it when called in a transaction.
 * @throws HttpError `import.unknown_token`, for the import of another user too
 */
export async function getImport(
  { deps, module, caller }: Pick<ImportRequest, 'deps' | 'module' | 'caller'>,
  token: string,
  kysely: Kysely<Tables> = deps.db.kysely,
): Promise<ImportJob> {
  const shouldLock = kysely.isTransaction && isPostgres(moduleTables(kysely))
  const row = await kysely
    .selectFrom('imports')
    .$if(shouldLock, (query) => query.forUpdate())
    .selectAll()
    .where('id', '=', token)
    .where('module', '=', module.definition.name)
    .where('owner_id', caller.kind === 'user' ? '=' : 'is', caller.kind === 'user' ? caller.id : null)
    .where('expires_at', '>', toInstant(deps.now()))
    .executeTakeFirst()
  // Imports of the operator's commands have no owner, and neither has an anonymous caller.
  if (!row || caller.kind === 'anonymous') throw createHttpError('import.unknown_token')
  return {
    id: row.id,
    state: row.state,
    input: JSON.parse(row.options) as ImportJobInput,
    binding: row.binding,
    revisions: JSON.parse(row.revisions) as Record<string, number>,
    ...(row.report !== null && { report: JSON.parse(row.report) as ImportReport }),
    expiresAt: row.expires_at,
  }
}

/** Lists the user's imports of the module that can still be committed or undone, the newest first; none for the operator. */
export async function listImports({ deps, module, caller }: ImportRequest): Promise<ImportReport[]> {
  const rows = await deps.db.kysely
    .selectFrom('imports')
    .select(['state', 'report'])
    .where('module', '=', module.definition.name)
    .where('owner_id', '=', caller.kind === 'user' ? caller.id : '')
    .where('state', 'in', ['checked', 'committed'])
    .where('expires_at', '>', toInstant(deps.now()))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
  // Imports in these states have a report; the default is for the compiler.
  return rows.map(({ report }) => JSON.parse(report ?? '{}') as ImportReport)
}

/** A change of an import's state. */
interface StateChange {
  /** The state that the import must have. */
  from: ImportJob['state']
  to: Exclude<ImportJob['state'], 'reading'>
}

/**
 * Changes the state of an import, and its report and expiry if these are given.
 * @returns false when the import is not in the state `from` any more
 */
export async function transitionImport(
  kysely: Kysely<Tables>,
  id: string,
  { from, to }: StateChange,
  { report, expiresAt }: { report?: ImportReport; expiresAt?: Date } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('imports')
    .set({
      state: to,
      ...(report && { report: JSON.stringify(withoutValues(report)) }),
      ...(expiresAt && { expires_at: toInstant(expiresAt) }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

/** Deletes an import whose dry run failed. */
export async function deleteImport(kysely: Kysely<Tables>, id: string): Promise<void> {
  await kysely.deleteFrom('imports').where('id', '=', id).where('state', '=', 'reading').execute()
}

/** Reads the revisions of a module and of those that its relations point to: while they stay equal, the dry run is valid. */
export async function readKnownRevisions(
  { deps, module }: Pick<ImportRequest, 'deps' | 'module'>,
  kysely: Kysely<Tables> = deps.db.kysely,
): Promise<Record<string, number>> {
  const relatedModules = Object.values(module.definition.fields).flatMap(
    ({ relation }) => relation?.module ?? [],
  )
  const names = [...new Set([module.definition.name, ...relatedModules])]
  const rows = await kysely
    .selectFrom('module_revisions')
    .select(['module', 'revision'])
    .where('module', 'in', names)
    .execute()
  const revisions = new Map(rows.map((row) => [row.module, row.revision]))
  return Object.fromEntries(names.map((name) => [name, revisions.get(name) ?? 0]))
}

/** Removes the file's values, and issues beyond a limit, from a report that is stored. */
function withoutValues(report: ImportReport): ImportReport {
  const issues = report.faults.slice(0, maxStoredIssues).map((issue) => ({ ...issue, value: '' }))
  const warnings = report.warnings?.slice(0, maxStoredIssues).map((warning) => ({ ...warning, value: '' }))
  return { ...report, sample: [], faults: issues, ...(warnings && { warnings }) }
}

/** Creates the options of storing imported rows. The import itself bumps the revision and adds one audit entry for all rows. */
export function toStoreOptions({ now, caller }: WriteContext, operation: string): StoreRowsOptions {
  const actorId = caller.kind === 'user' ? caller.id : null
  return { now, revision: { operation, actorId }, bumpsRevision: false }
}
