import { readFile, stat } from 'node:fs/promises'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'
import type { Database } from '#server/db/client.ts'
import { findForumSetting, findForumZone } from './adopt-conference.ts'
import { maxFileBytes, createTooLargeError } from './decode.ts'
import { InvalidScheduleError, type ScheduleNotice } from './schedule-issue.ts'
import { parseSchedule } from './parse-schedule.ts'
import { formatCountLines, formatNoticeLines, formatIssueLine, formatImportText } from './report-lines.ts'
import type { ImportedSchedule } from './schedule.ts'
import { writeSchedule } from './write-schedule.ts'

/** Options of the operator. */
export interface ImportFileOptions {
  dryRun: boolean
  skipBad: boolean
  replaceSample: boolean
  asForum: boolean
}

/** Dependencies of an import. */
export interface ImportFileDeps {
  /** Opens the database, after the file was parsed without error. */
  openDatabase: () => Promise<Database>
  now: () => Date
  locale: Locale
  /** Prints one line of the report. */
  print: (line: string) => void
  /** Prints the line about a bad entry. */
  complain: (line: string) => void
}

/**
 * Imports a schedule file and reports in lines.
 * @throws InvalidScheduleError when the file was rejected: nothing was written, and every bad entry was reported
 */
export async function importFile(
  path: string,
  switches: ImportFileOptions,
  surroundings: ImportFileDeps,
): Promise<void> {
  const bytes = await readSchedule(path)
  const schedule = await withForumZone(parseSchedule(bytes), bytes, surroundings)
  for (const fault of schedule.faults) surroundings.complain(formatIssueLine(surroundings.locale, fault))
  const error = findFileError(schedule, switches)
  if (error) throw error
  await writeAndReport(schedule, switches, surroundings)
}

/**
 * Old schedule.xml has wall times without a zone. They are read in the zone of the file's other times, else of the
 * forum, and noted. So the app shows the times as the file has them.
 */
async function withForumZone(
  schedule: ImportedSchedule,
  bytes: Uint8Array,
  { openDatabase }: ImportFileDeps,
): Promise<ImportedSchedule> {
  const hasOpenTimes = schedule.faults.some(({ problems }) =>
    problems.some(({ key }) => key === 'entry.bad_start'),
  )
  if (schedule.conference.timeZone !== null || !hasOpenTimes) return schedule
  const db = await openDatabase()
  try {
    const forum = (await findForumSetting(db.kysely)) ?? forumSetting
    const hasOffsets = schedule.conference.offsets.length > 0
    const zone = (hasOffsets && findForumZone(schedule.conference, forum)) || forum.timeZone
    const assumed = parseSchedule(bytes, zone)
    if (assumed.sessions.length === schedule.sessions.length) return schedule
    const key = hasOffsets ? 'note.assumed_offset' : 'note.assumed_zone'
    return { ...assumed, notes: [...assumed.notes, { key, params: { zone } }] }
  } finally {
    await db.close()
  }
}

async function readSchedule(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > maxFileBytes) throw createTooLargeError(size)
    return await readFile(path)
  } catch (error) {
    if (error instanceof InvalidScheduleError) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? 'error'
    const key = reason === 'ENOENT' ? 'file.not_found' : 'file.unreadable'
    throw Object.assign(new InvalidScheduleError(key, { file: path, reason }), { cause: error })
  }
}

function findFileError(
  { faults, sessions }: ImportedSchedule,
  { skipBad }: ImportFileOptions,
): InvalidScheduleError | undefined {
  if (faults.length === 0) return undefined
  if (!skipBad) return new InvalidScheduleError('schedule.bad', { bad: faults.length })
  // Without sessions, everything from an earlier import would be cancelled.
  return sessions.length === 0 ? new InvalidScheduleError('schedule.all_bad') : undefined
}

async function writeAndReport(
  schedule: ImportedSchedule,
  switches: ImportFileOptions,
  { openDatabase, now, locale, print }: ImportFileDeps,
): Promise<void> {
  const say = (key: string, params: Record<string, string | number> = {}): void =>
    print(formatImportText(locale, { key, params }))
  const { format, sessions, speakers, rooms, tracks, faults, notes } = schedule
  say('progress.read', {
    format,
    sessions: sessions.length,
    speakers: speakers.length,
    rooms: rooms.length,
    tracks: tracks.length,
  })
  const db = await openDatabase()
  try {
    const before = (await findForumSetting(db.kysely)) ?? forumSetting
    const report = await writeSchedule(db, schedule, {
      now: now(),
      ...switches,
      progress: (step, rowCount) =>
        say(switches.dryRun ? 'progress.compare' : 'progress.write', {
          what: formatImportText(locale, { key: `module.${step}` }),
          rows: rowCount,
        }),
    })
    for (const line of formatCountLines(locale, report)) print(line)
    if (faults.length > 0) say('schedule.skipped', { bad: faults.length })
    if (switches.replaceSample) say('report.sample', { rows: report.sampleRemoved })
    if (switches.asForum) say('report.forum')
    const zoneNotes = switches.asForum ? createZoneNotes(schedule, before) : []
    for (const line of formatNoticeLines(locale, [...zoneNotes, ...notes])) print(line)
    if (switches.dryRun) say('report.dry_run')
  } finally {
    await db.close()
  }
}

/** Creates notes about the forum's time zone when the file names none. */
function createZoneNotes({ conference }: ImportedSchedule, before: ForumSetting): ScheduleNotice[] {
  if (conference.offsets.length === 0) return []
  const zone = findForumZone(conference, before)
  return zone === undefined
    ? [{ key: 'note.odd_offset', params: { zone: before.timeZone } }]
    : [{ key: 'note.no_zone', params: { zone } }]
}
