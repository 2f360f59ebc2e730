import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { stringify as toCanonicalJson } from 'safe-stable-stringify'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import type { SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import type { ImportRequest } from './import-deps.ts'
import { createTokenBinding } from './importable.ts'

/** How long a dry run waits for its commit, in milliseconds: what it read may be a list of people. */
export const checkedTtlMs = 2 * 60 * 60 * 1000
/** How long an import can be taken back, in milliseconds (modules.md "Import and export"). */
export const undoTtlMs = 24 * 60 * 60 * 1000

/** Faults that are answered again; the answer of the dry run has more. */
const mostKeptFaults = 500

/** Imports that are listed. */
const mostListed = 20

/** What an import was asked for, and how its file was read. */
export interface ImportJobInput {
  body: Omit<ImportCheckBody, 'rows'>
  /** Of the file; absent when rows were sent. */
  sha256?: string
  /** Hash of the rows that were sent. */
  rowsHash?: string
  format?: SheetFormat
  headerLine?: number
}

/** An import as it stands in the database. */
export interface ImportJob {
  id: string
  state: 'reading' | 'checked' | 'committed' | 'undone' | 'cancelled'
  asked: ImportJobInput
  binding: string
  revisions: Readonly<Record<string, number>>
  /** Absent while the dry run goes on. */
  report?: ImportReport
  expiresAt: string
}

/** Tells rows that are sent once more from others. */
export function hashRows(rows: NonNullable<ImportCheckBody['rows']>): string {
  return createHash('sha256').update(toCanonicalJson(rows)).digest('base64url')
}

/** Notes that a dry run begins. */
export async function insertImport(
  { parts, module, caller }: ImportRequest,
  id: string,
  asked: ImportJobInput,
  revisions: Readonly<Record<string, number>>,
): Promise<void> {
  const now = parts.now()
  await parts.db.kysely
    .insertInto('imports')
    .values({
      id,
      module: module.definition.name,
      owner_id: caller.kind === 'user' ? caller.id : null,
      state: 'reading',
      options: JSON.stringify(asked),
      binding: createTokenBinding(caller, module, parts.registry),
      revisions: JSON.stringify(revisions),
      report: null,
      created_at: toInstant(now),
      expires_at: toInstant(new Date(now.getTime() + checkedTtlMs)),
    })
    .execute()
}

/**
 * The caller's own import of the module, by its token; in a transaction it is held, so that nobody leads it elsewhere.
 * @throws Refusal `import.unknown_token` for anybody else's too
 */
export async function getImport(
  { parts, module, caller }: Pick<ImportRequest, 'parts' | 'module' | 'caller'>,
  token: string,
  kysely: Kysely<Tables> = parts.db.kysely,
): Promise<ImportJob> {
  const isHeld = kysely.isTransaction && isPostgres(moduleTables(kysely))
  const row = await kysely
    .selectFrom('imports')
    .$if(isHeld, (query) => query.forUpdate())
    .selectAll()
    .where('id', '=', token)
    .where('module', '=', module.definition.name)
    .where('owner_id', caller.kind === 'user' ? '=' : 'is', caller.kind === 'user' ? caller.id : null)
    .where('expires_at', '>', toInstant(parts.now()))
    .executeTakeFirst()
  if (!row || caller.kind === 'anonymous') throw createHttpError('import.unknown_token')
  return {
    id: row.id,
    state: row.state,
    asked: JSON.parse(row.options) as ImportJobInput,
    binding: row.binding,
    revisions: JSON.parse(row.revisions) as Record<string, number>,
    ...(row.report !== null && { report: JSON.parse(row.report) as ImportReport }),
    expiresAt: row.expires_at,
  }
}

/** The caller's own imports of the module that are still good for something, the newest first. */
export async function listImports({ parts, module, caller }: ImportRequest): Promise<ImportReport[]> {
  const rows = await parts.db.kysely
    .selectFrom('imports')
    .select(['state', 'report'])
    .where('module', '=', module.definition.name)
    .where('owner_id', '=', caller.kind === 'user' ? caller.id : '')
    .where('state', 'in', ['checked', 'committed'])
    .where('expires_at', '>', toInstant(parts.now()))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return rows.map(({ report }) => JSON.parse(report ?? '{}') as ImportReport)
}

interface StateChange {
  from: ImportJob['state']
  to: Exclude<ImportJob['state'], 'reading'>
}

/**
 * Leads an import from one state to another.
 * @returns false when it was in another state, or another call was first
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

/** Takes a dry run out that did not come to its end. */
export async function deleteImport(kysely: Kysely<Tables>, id: string): Promise<void> {
  await kysely.deleteFrom('imports').where('id', '=', id).where('state', '=', 'reading').execute()
}

/** The revisions of a module and of those that its rows name: while they stay, what was checked holds. */
export async function readKnownRevisions(
  { parts, module }: Pick<ImportRequest, 'parts' | 'module'>,
  kysely: Kysely<Tables> = parts.db.kysely,
): Promise<Record<string, number>> {
  const named = Object.values(module.definition.fields).flatMap(({ relation }) => relation?.module ?? [])
  const names = [...new Set([module.definition.name, ...named])]
  const rows = await kysely
    .selectFrom('module_revisions')
    .select(['module', 'revision'])
    .where('module', 'in', names)
    .execute()
  const known = new Map(rows.map((row) => [row.module, row.revision]))
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? 0]))
}

/** What a person's file says is not kept in what is answered again, nor all of its faults. */
function withoutValues(report: ImportReport): ImportReport {
  const faults = report.faults.slice(0, mostKeptFaults).map((fault) => ({ ...fault, value: '' }))
  const warnings = report.warnings?.slice(0, mostKeptFaults).map((warning) => ({ ...warning, value: '' }))
  return { ...report, sample: [], faults, ...(warnings && { warnings }) }
}
