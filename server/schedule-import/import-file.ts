import { readFile, stat } from 'node:fs/promises'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'
import type { Database } from '#server/db/client.ts'
import { findForumSetting, findForumZone } from './adopt-conference.ts'
import { maxFileBytes, createTooLargeError } from './decode.ts'
import { InvalidScheduleError, type ScheduleNotice } from './schedule.ts'
import { parseSchedule } from './parse-schedule.ts'
import { formatCountLines, formatNoticeLines, formatIssueLine, formatImportText } from './report-lines.ts'
import type { ImportedSchedule } from './schedule.ts'
import { writeSchedule } from './write-schedule.ts'

/** Options of the operator. */
export interface ImportFileOptions {
  /** Writes nothing and reports what would change. */
  dryRun: boolean
  /** Imports the good entries of a file with bad ones. */
  skipBad: boolean
  /** Removes the programme of the sample. */
  replaceSample: boolean
  /** Updates the setting `forum` from the conference of the file. */
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
  printError: (line: string) => void
}

/**
 * Imports a schedule file and reports in lines.
 * @throws InvalidScheduleError when the file was rejected: nothing was written, and every bad entry was reported
 */
export async function importFile(
  path: string,
  options: ImportFileOptions,
  deps: ImportFileDeps,
): Promise<void> {
  const bytes = await readScheduleFile(path)
  const schedule = await assumeForumZone(parseSchedule(bytes), bytes, deps)
  for (const issue of schedule.issues) deps.printError(formatIssueLine(deps.locale, issue))
  const error = findFileError(schedule, options)
  if (error) throw error
  await writeAndReport(schedule, options, deps)
}

/**
 * Reads wall times without a zone, as in old schedule.xml, in the zone of the file's other times, else in that of the
 * forum, and adds a notice. So the app shows the times as the file has them.
 */
async function assumeForumZone(
  schedule: ImportedSchedule,
  bytes: Uint8Array,
  { openDatabase }: ImportFileDeps,
): Promise<ImportedSchedule> {
  const hasTimesWithoutZone = schedule.issues.some(({ messages }) =>
    messages.some(({ key }) => key === 'entry.bad_start'),
  )
  if (schedule.conference.timeZone !== null || !hasTimesWithoutZone) return schedule
  const db = await openDatabase()
  try {
    const forum = (await findForumSetting(db.kysely)) ?? forumSetting
    const hasOffsets = schedule.conference.offsets.length > 0
    const zone = (hasOffsets && findForumZone(schedule.conference, forum)) || forum.timeZone
    const zonedSchedule = parseSchedule(bytes, zone)
    // The zone was not what these entries lacked, so nothing is assumed.
    if (zonedSchedule.sessions.length === schedule.sessions.length) return schedule
    const key = hasOffsets ? 'note.assumed_offset' : 'note.assumed_zone'
    return { ...zonedSchedule, notices: [...zonedSchedule.notices, { key, params: { zone } }] }
  } finally {
    await db.close()
  }
}

/** @throws InvalidScheduleError when the file does not exist, cannot be read or is too large */
async function readScheduleFile(path: string): Promise<Uint8Array> {
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
  { issues, sessions }: ImportedSchedule,
  { skipBad }: ImportFileOptions,
): InvalidScheduleError | undefined {
  if (issues.length === 0) return undefined
  if (!skipBad) return new InvalidScheduleError('schedule.bad', { bad: issues.length })
  // Without sessions, everything from an earlier import would be cancelled.
  return sessions.length === 0 ? new InvalidScheduleError('schedule.all_bad') : undefined
}

async function writeAndReport(
  schedule: ImportedSchedule,
  options: ImportFileOptions,
  { openDatabase, now, locale, print }: ImportFileDeps,
): Promise<void> {
  const printText = (key: string, params: Record<string, string | number> = {}): void =>
    print(formatImportText(locale, { key, params }))
  const { format, sessions, speakers, rooms, tracks, issues, notices } = schedule
  printText('progress.read', {
    format,
    sessions: sessions.length,
    speakers: speakers.length,
    rooms: rooms.length,
    tracks: tracks.length,
  })
  const db = await openDatabase()
  try {
    const currentForum = (await findForumSetting(db.kysely)) ?? forumSetting
    const report = await writeSchedule(db, schedule, {
      now: now(),
      ...options,
      progress: (step, rowCount) =>
        printText(options.dryRun ? 'progress.compare' : 'progress.write', {
          what: formatImportText(locale, { key: `module.${step}` }),
          rows: rowCount,
        }),
    })
    for (const line of formatCountLines(locale, report)) print(line)
    if (issues.length > 0) printText('schedule.skipped', { bad: issues.length })
    if (options.replaceSample) printText('report.sample', { rows: report.sampleRemoved })
    if (options.asForum) printText('report.forum')
    const zoneNotices = options.asForum ? createZoneNotices(schedule, currentForum) : []
    for (const line of formatNoticeLines(locale, [...zoneNotices, ...notices])) print(line)
    if (options.dryRun) printText('report.dry_run')
  } finally {
    await db.close()
  }
}

/** Creates notices about the forum's time zone when the file names none. */
function createZoneNotices({ conference }: ImportedSchedule, currentForum: ForumSetting): ScheduleNotice[] {
  if (conference.offsets.length === 0) return []
  const zone = findForumZone(conference, currentForum)
  return zone === undefined
    ? [{ key: 'note.odd_offset', params: { zone: currentForum.timeZone } }]
    : [{ key: 'note.no_zone', params: { zone } }]
}
