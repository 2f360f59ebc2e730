import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { tracks } from '#contract/modules/tracks.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { TrustedRow } from '#server/engine/field-types/codec.ts'
import { readRows, softDeleteRows, upsertRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { sampleSource } from '#server/sample/fill-sample.ts'
import { adoptConference } from './adopt-conference.ts'
import { createStoredKeyFinder, toRowId, toRows, type ImportedModule } from './rows.ts'
import type { ImportedSchedule } from './schedule.ts'

/** Rows of one module by what the import did. A moved session may have other changes too. */
export interface ModuleCounts {
  inserted: number
  updated: number
  /** Changed time or room. */
  moved: number
  /** Sessions that are cancelled in the file or no longer in it. They stay visible. */
  cancelled: number
  /** Other rows that are no longer in the file, and that no row references. */
  removed: number
  unchanged: number
}

/** Result of {@link writeSchedule}, which the import prints. */
export interface ScheduleImportReport {
  counts: Record<ImportedModule, ModuleCounts>
  /** Removed rows of the sample forum. */
  sampleRemoved: number
}

/** Options of {@link writeSchedule}. */
export interface WriteScheduleOptions {
  now: string | Date
  /** Runs everything and rolls it back. */
  dryRun: boolean
  /** Removes the programme of the sample. */
  replaceSample: boolean
  /** Updates the setting `forum` from the conference. */
  asForum: boolean
  /** Called before the rows of each module are written, with their number. */
  progress?: (step: ImportedModule, rows: number) => void
}

/**
 * Writes a schedule in one transaction. It changes only rows of the schedule's own source, so that several conferences
 * can coexist.
 */
export async function writeSchedule(
  db: Database,
  schedule: ImportedSchedule,
  options: WriteScheduleOptions,
): Promise<ScheduleImportReport> {
  try {
    return await db.transaction(async (trx) => {
      const report = await writeAll(trx, schedule, options)
      if (options.dryRun) throw new RollbackSignal(report)
      await appendAudit(trx, { at: options.now, actorId: null, action: 'import', module: sessions.name })
      return report
    })
  } catch (error) {
    if (error instanceof RollbackSignal) return error.report
    throw error
  }
}

/** Rolls back the transaction of a dry run. */
class RollbackSignal extends Error {
  readonly report: ScheduleImportReport

  constructor(report: ScheduleImportReport) {
    super('dry run')
    this.report = report
  }
}

/** Writes the rows of the schedule and what the options ask for, in the caller's transaction. */
async function writeAll(
  trx: Kysely<Tables>,
  schedule: ImportedSchedule,
  options: WriteScheduleOptions,
): Promise<ScheduleImportReport> {
  const findStoredKey = createStoredKeyFinder(await listStoredKeys(trx, schedule.source))
  const rows = toRows(schedule, findStoredKey)
  const { now } = options
  const counts = {} as Record<ImportedModule, ModuleCounts>
  for (const definition of [rooms, tracks, speakers]) {
    const name = definition.name as ImportedModule
    options.progress?.(name, rows[name].length)
    const writeCounts = await upsertRows(trx, definition, rows[name], { now })
    counts[name] = { ...writeCounts, moved: 0, cancelled: 0, removed: 0 }
  }
  options.progress?.('sessions', rows.sessions.length)
  // A bad entry is still in the file, so its session is not cancelled.
  const idsOfBadEntries = new Set(
    schedule.issues.flatMap(({ key }) => (key ? toRowId(schedule.source, findStoredKey(key)) : [])),
  )
  counts.sessions = await writeSessions(trx, schedule.source, { rows: rows.sessions, idsOfBadEntries }, now)
  // Rooms last: tracks refer to them.
  for (const definition of [tracks, speakers, rooms]) {
    const name = definition.name as ImportedModule
    const importedIds = new Set(rows[name].map(({ id }) => id))
    const storedRows = await readRows(trx, definition, { source: schedule.source })
    const missingIds = storedRows.map(({ id }) => id).filter((id) => !importedIds.has(id))
    counts[name].removed = await removeUnused(trx, definition, missingIds, now)
  }
  const sampleRemoved = options.replaceSample ? await replaceSample(trx, now) : 0
  if (options.asForum) await adoptConference(trx, schedule, now)
  return { counts, sampleRemoved }
}

/** Lists the keys of all rows of a source. */
async function listStoredKeys(trx: Kysely<Tables>, source: string): Promise<string[]> {
  const keys: string[] = []
  for (const { name } of [rooms, tracks, speakers, sessions]) {
    const rows = await moduleTables(trx)
      .selectFrom(name)
      .select('source_key')
      .where('source', '=', source)
      .execute()
    keys.push(...rows.map(({ source_key }) => String(source_key)))
  }
  return keys
}

/**
 * Writes the sessions of a file and cancels those that it no longer has.
 * @param file rows of the file, and row ids of its entries that could not be imported
 */
async function writeSessions(
  trx: Kysely<Tables>,
  source: string,
  { rows, idsOfBadEntries }: { rows: readonly RowToWrite[]; idsOfBadEntries: ReadonlySet<string> },
  now: string | Date,
): Promise<ModuleCounts> {
  const storedRows = await readRows(trx, sessions, { source })
  const previousById = new Map(storedRows.map((row) => [row.id, row]))
  const cancelledInFile = rows.filter((row) => isNewlyCancelled(previousById.get(row.id), row)).length
  const moved = rows.filter((row) => isMoved(previousById.get(row.id), row)).length
  const cancellations = createCancellations(
    storedRows,
    new Set([...idsOfBadEntries, ...rows.map(({ id }) => id)]),
  )
  const writeCounts = await upsertRows(trx, sessions, [...rows, ...cancellations], { now })
  const cancelled = cancellations.length + cancelledInFile
  return {
    inserted: writeCounts.inserted,
    updated: writeCounts.updated - moved - cancelled,
    moved,
    cancelled,
    removed: 0,
    unchanged: writeCounts.unchanged,
  }
}

function isNewlyCancelled(previous: TrustedRow | undefined, after: RowToWrite): boolean {
  return previous !== undefined && previous['state'] !== 'cancelled' && after['state'] === 'cancelled'
}

/** Returns whether a session has another time or room. A session that is cancelled now does not count as moved. */
function isMoved(previous: TrustedRow | undefined, after: RowToWrite): boolean {
  if (previous === undefined || isNewlyCancelled(previous, after)) return false
  return ['starts_at', 'ends_at', 'room'].some((key) => previous[key] !== after[key])
}

/** Cancels stored sessions that the file does not have. An entry that is in the file but bad stays as it was. */
function createCancellations(
  storedRows: readonly TrustedRow[],
  idsInFile: ReadonlySet<string>,
): RowToWrite[] {
  return storedRows
    .filter((row) => !idsInFile.has(row.id) && row['state'] !== 'cancelled')
    .map(({ id }) => ({ id, state: 'cancelled' }))
}

/**
 * Removes the sample's programme: its sessions and tours, and those of its tracks, speakers and rooms that no other
 * row references.
 * @returns the number of removed rows
 */
async function replaceSample(trx: Kysely<Tables>, now: string | Date): Promise<number> {
  let removedCount = 0
  for (const definition of [tourRoutes, sessions]) {
    const rows = await readRows(trx, definition, { source: sampleSource })
    const ids = rows.map(({ id }) => id)
    removedCount += await softDeleteRows(trx, definition, ids, { now })
  }
  for (const definition of [tracks, speakers, rooms]) {
    const rows = await readRows(trx, definition, { source: sampleSource })
    const candidates = rows.map(({ id }) => id)
    removedCount += await removeUnused(trx, definition, candidates, now)
  }
  return removedCount
}

/** Removes the given rows that no row references. @returns the number of removed rows */
async function removeUnused(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  ids: readonly string[],
  now: string | Date,
): Promise<number> {
  if (ids.length === 0) return 0
  const referencedIds = await findReferencedIds(trx, definition.name)
  return await softDeleteRows(
    trx,
    definition,
    ids.filter((id) => !referencedIds.has(id)),
    { now },
  )
}

/** Finds the ids of a module's rows that any row of any module references. */
async function findReferencedIds(trx: Kysely<Tables>, target: string): Promise<Set<string>> {
  const referencedIds = new Set<string>()
  for (const definition of moduleDefinitions) {
    const keys = listReferencingKeys(definition, target)
    if (keys.length === 0) continue
    for (const row of await readRows(trx, definition)) {
      for (const key of keys) for (const id of toIds(row[key])) referencedIds.add(id)
    }
  }
  return referencedIds
}

function listReferencingKeys(definition: ModuleDefinition, target: string): string[] {
  return Object.entries(definition.fields)
    .filter(([, field]) => field.relation?.module === target)
    .map(([key]) => key)
}

function toIds(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((id): id is string => typeof id === 'string')
}
