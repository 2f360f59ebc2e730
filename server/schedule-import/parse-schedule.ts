import { decodeSchedule } from './decode.ts'
import { InvalidScheduleError } from './schedule.ts'
import { parseCoscupJson } from './formats/coscup-json.ts'
import { parsePretalxRest } from './formats/pretalx-rest.ts'
import { parsePretalxWidget } from './formats/pretalx-widget.ts'
import { parseScheduleJsonV1 } from './formats/schedule-json-v1.ts'
import { parseScheduleJsonV2 } from './formats/schedule-json-v2.ts'
import { parseScheduleXml } from './formats/schedule-xml.ts'
import { parseJson, isRecord } from './json-syntax.ts'
import type { ImportedSchedule } from './schedule.ts'

/**
 * Parses a schedule. Its content decides the format, not the file's name.
 * @param assumedZone zone of times without an offset in a file without a zone; without it such entries are bad
 * @returns good sessions, and an issue per entry that cannot be imported
 * @throws InvalidScheduleError when the whole file cannot be read
 */
export function parseSchedule(bytes: Uint8Array, assumedZone: string | null = null): ImportedSchedule {
  const text = decodeSchedule(bytes)
  const firstCharacter = text.trimStart()[0]
  if (firstCharacter === '<') return requireSessions(parseScheduleXml(text.trimStart(), assumedZone))
  if (firstCharacter !== '{' && firstCharacter !== '[') throw new InvalidScheduleError('file.unknown_format')
  return requireSessions(parseJsonSchedule(parseJson(text), assumedZone))
}

/** Recognises the format by the members that only this format has, and parses the file. */
function parseJsonSchedule(value: unknown, zone: string | null): ImportedSchedule {
  if (Array.isArray(value)) return parseList(value, zone)
  const file = value as Record<string, unknown>
  const schedule = file['schedule']
  if (isRecord(schedule)) {
    return Array.isArray(schedule['events'])
      ? parseScheduleJsonV2(file, zone)
      : parseScheduleJsonV1(file, zone)
  }
  if (Array.isArray(file['talks'])) return parsePretalxWidget(file, zone)
  if (Array.isArray(file['sessions'])) return parseCoscupJson(file, zone)
  if (Array.isArray(file['results'])) return parseList(file['results'], zone, file)
  if (Array.isArray(file['slots'])) return parsePretalxRest(file, zone)
  throw new InvalidScheduleError('file.unknown_format')
}

/** Parses a list from pretalx' REST API, of submissions or slots. */
function parseList(
  list: readonly unknown[],
  zone: string | null,
  page?: Record<string, unknown>,
): ImportedSchedule {
  const firstItem = list.find(isRecord)
  if (firstItem && ('title' in firstItem || 'submission' in firstItem))
    return parsePretalxRest(page ?? list, zone)
  if (firstItem && 'name' in firstItem && 'submissions' in firstItem)
    throw new InvalidScheduleError('pretalx.speakers_only')
  throw new InvalidScheduleError('file.unknown_format')
}

/** A schedule without entries would cancel everything from an earlier one. */
function requireSessions(schedule: ImportedSchedule): ImportedSchedule {
  if (schedule.sessions.length === 0 && schedule.issues.length === 0)
    throw new InvalidScheduleError('schedule.no_sessions', { format: schedule.format })
  return schedule
}
