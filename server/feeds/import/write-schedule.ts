import type { Kysely } from 'kysely'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { tracks } from '#contract/modules/tracks.ts'
import { appendAudit } from '#server/audit/audit-log.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { readRows, writeRows, type RowToWrite, type TrustedRow } from '#server/engine/write-rows.ts'
import { makeForum } from './as-forum.ts'
import { removeUnused } from './remove-unused.ts'
import { replaceSample } from './replace-sample.ts'
import { toRowId, toRows, type ImportedModule } from './rows.ts'
import type { ImportedSchedule } from './schedule.ts'

/** What an import did to one module, in rows. A session that moved may have changed otherwise too. */
export interface ModuleCounts {
  inserted: number
  updated: number
  /** Other time or room. */
  moved: number
  /** No longer in the file. Sessions stay visible as cancelled. */
  cancelled: number
  /** No longer in the file, and nothing refers to them. */
  removed: number
  unchanged: number
}

export interface ImportReport {
  counts: Record<ImportedModule, ModuleCounts>
  /** Rows of the sample forum that were taken out. */
  sampleRemoved: number
}

export interface ImportOptions {
  now: string | Date
  /** Does everything, and takes it back. */
  dryRun: boolean
  replaceSample: boolean
  asForum: boolean
  /** Called before each step, for people who wait. */
  progress?: (step: ImportedModule, rows: number) => void
}

/**
 * Writes a schedule in one transaction: all of it or nothing. Only rows of the schedule's own source are touched, so
 * that two conferences live beside each other.
 */
export async function writeSchedule(
  db: Database,
  schedule: ImportedSchedule,
  options: ImportOptions,
): Promise<ImportReport> {
  try {
    return await db.transaction(async (trx) => {
      const report = await writeAll(trx, schedule, options)
      if (options.dryRun) throw new TakenBack(report)
      await appendAudit(trx, { at: options.now, actorId: null, action: 'import', module: sessions.name })
      return report
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.report
    throw error
  }
}

/** Ends the transaction of a dry run without a commit. */
class TakenBack extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('dry run')
    this.report = report
  }
}

async function writeAll(
  trx: Kysely<Tables>,
  schedule: ImportedSchedule,
  options: ImportOptions,
): Promise<ImportReport> {
  const rows = toRows(schedule)
  const { now } = options
  const counts = {} as Record<ImportedModule, ModuleCounts>
  for (const definition of [rooms, tracks, speakers]) {
    const name = definition.name as ImportedModule
    options.progress?.(name, rows[name].length)
    const written = await writeRows(trx, definition, rows[name], { now })
    counts[name] = { ...written, moved: 0, cancelled: 0, removed: 0 }
  }
  options.progress?.('sessions', rows.sessions.length)
  counts.sessions = await writeSessions(trx, schedule, rows.sessions, now)
  for (const definition of [tracks, speakers, rooms]) {
    const name = definition.name as ImportedModule
    const kept = new Set(rows[name].map(({ id }) => id))
    const stored = await readRows(trx, definition, { source: schedule.source })
    const gone = stored.map(({ id }) => id).filter((id) => !kept.has(id))
    counts[name].removed = await removeUnused(trx, definition, gone, now)
  }
  const sampleRemoved = options.replaceSample ? await replaceSample(trx, now) : 0
  if (options.asForum) await makeForum(trx, schedule, now)
  return { counts, sampleRemoved }
}

async function writeSessions(
  trx: Kysely<Tables>,
  schedule: ImportedSchedule,
  rows: readonly RowToWrite[],
  now: string | Date,
): Promise<ModuleCounts> {
  const stored = await readRows(trx, sessions, { source: schedule.source })
  const before = new Map(stored.map((row) => [row.id, row]))
  const cancelledInFile = rows.filter((row) => isNewlyCancelled(before.get(row.id), row)).length
  const moved = rows.filter((row) => isMoved(before.get(row.id), row)).length
  const gone = goneSessions(schedule, stored, rows)
  const written = await writeRows(trx, sessions, [...rows, ...gone], { now })
  const cancelled = gone.length + cancelledInFile
  return {
    inserted: written.inserted,
    updated: written.updated - moved - cancelled,
    moved,
    cancelled,
    removed: 0,
    unchanged: written.unchanged,
  }
}

function isNewlyCancelled(before: TrustedRow | undefined, after: RowToWrite): boolean {
  return before !== undefined && before['state'] !== 'cancelled' && after['state'] === 'cancelled'
}

function isMoved(before: TrustedRow | undefined, after: RowToWrite): boolean {
  if (before === undefined || isNewlyCancelled(before, after)) return false
  return ['starts_at', 'ends_at', 'room'].some((key) => before[key] !== after[key])
}

/** Sessions to cancel: an entry that is in the file but could not be taken is left as it was. */
function goneSessions(
  schedule: ImportedSchedule,
  stored: readonly TrustedRow[],
  rows: readonly RowToWrite[],
): RowToWrite[] {
  const inFile = new Set(rows.map(({ id }) => id))
  for (const { key } of schedule.faults) if (key) inFile.add(toRowId(schedule.source, key))
  return stored
    .filter((row) => !inFile.has(row.id) && row['state'] !== 'cancelled')
    .map(({ id }) => ({ id, state: 'cancelled' }))
}
