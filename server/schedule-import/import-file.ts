import { readFile, stat } from 'node:fs/promises'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'
import type { Database } from '#server/db/client.ts'
import { findForumSetting, findForumZone } from './adopt-conference.ts'
import { maxFileBytes, tooLarge } from './decode.ts'
import { InvalidScheduleError, type ScheduleNotice } from './schedule-issue.ts'
import { parseSchedule } from './parse-schedule.ts'
import { countLines, noteLines, faultLine, importText } from './report-lines.ts'
import type { ImportedSchedule } from './schedule.ts'
import { writeSchedule } from './write-schedule.ts'

/** What the operator may ask for. */
export interface ImportFileOptions {
  dryRun: boolean
  skipBad: boolean
  replaceSample: boolean
  asForum: boolean
}

/** What an import needs from around it. */
export interface ImportFileDeps {
  /** Opened only once the file has been found good. */
  openDatabase: () => Promise<Database>
  now: () => Date
  locale: Locale
  /** Takes one line of the report. */
  print: (line: string) => void
  /** Takes the one line about a bad entry. */
  complain: (line: string) => void
}

/**
 * Imports the schedule in a file and reports in lines.
 * @throws InvalidScheduleError when it was not taken: nothing was written, and every bad entry has had its line
 */
export async function importFile(
  path: string,
  switches: ImportFileOptions,
  surroundings: ImportFileDeps,
): Promise<void> {
  const bytes = await readSchedule(path)
  const schedule = await withForumZone(parseSchedule(bytes), bytes, surroundings)
  for (const fault of schedule.faults) surroundings.complain(faultLine(surroundings.locale, fault))
  const refusal = refusalOf(schedule, switches)
  if (refusal) throw refusal
  await writeAndReport(schedule, switches, surroundings)
}

/**
 * Old schedule.xml gives wall times and says nowhere in which zone. They are taken as wall times of the zone that the
 * other times of the file have, else of the forum, and noted: the clock that people see is then the one that was written.
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
    if (size > maxFileBytes) throw tooLarge(size)
    return await readFile(path)
  } catch (error) {
    if (error instanceof InvalidScheduleError) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? 'error'
    const key = reason === 'ENOENT' ? 'file.not_found' : 'file.unreadable'
    throw Object.assign(new InvalidScheduleError(key, { file: path, reason }), { cause: error })
  }
}

function refusalOf(
  { faults, sessions }: ImportedSchedule,
  { skipBad }: ImportFileOptions,
): InvalidScheduleError | undefined {
  if (faults.length === 0) return undefined
  if (!skipBad) return new InvalidScheduleError('schedule.bad', { bad: faults.length })
  // With none left, all that an earlier import brought would be cancelled.
  return sessions.length === 0 ? new InvalidScheduleError('schedule.all_bad') : undefined
}

async function writeAndReport(
  schedule: ImportedSchedule,
  switches: ImportFileOptions,
  { openDatabase, now, locale, print }: ImportFileDeps,
): Promise<void> {
  const say = (key: string, params: Record<string, string | number> = {}): void =>
    print(importText(locale, { key, params }))
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
          what: importText(locale, { key: `module.${step}` }),
          rows: rowCount,
        }),
    })
    for (const line of countLines(locale, report)) print(line)
    if (faults.length > 0) say('schedule.skipped', { bad: faults.length })
    if (switches.replaceSample) say('report.sample', { rows: report.sampleRemoved })
    if (switches.asForum) say('report.forum')
    const zoneNotes = switches.asForum ? zoneNotesOf(schedule, before) : []
    for (const line of noteLines(locale, [...zoneNotes, ...notes])) print(line)
    if (switches.dryRun) say('report.dry_run')
  } finally {
    await db.close()
  }
}

/** What becomes of the forum's time zone where the file names none. */
function zoneNotesOf({ conference }: ImportedSchedule, before: ForumSetting): ScheduleNotice[] {
  if (conference.offsets.length === 0) return []
  const zone = findForumZone(conference, before)
  return zone === undefined
    ? [{ key: 'note.odd_offset', params: { zone: before.timeZone } }]
    : [{ key: 'note.no_zone', params: { zone } }]
}
