import { toConference, createSource, type ConferenceDraft } from '../conference.ts'
import {
  toEntryTime,
  joinTexts,
  toLinkDrafts,
  detectDurationOrder,
  toGuid,
  toState,
  type EntryTimeTexts,
} from '../entry-fields.ts'
import { toCount, toRecord, toRecords, toText } from '../json-syntax.ts'
import { toLanguageTag, toSessionType } from '../entry-fields.ts'
import { getAnyText, localizedPair, emptyText, toLocalized } from '../localized-text.ts'
import { addPersons } from '../speaker-list.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ImportedSchedule } from '../schedule.ts'
import type { DurationOrder } from '../times.ts'

/** An object of the file, whose members may have any type. */
type Json = Record<string, unknown>

/** Parses schedule.json as frab and pretalx write it: entries inside the rooms of the days. */
export function parseScheduleJsonV1(file: Json, assumedZone: string | null): ImportedSchedule {
  const schedule = toRecord(file['schedule'])
  const head = toRecord(schedule['conference'])
  const baseUrl = toText(schedule['base_url'])
  const builder = new ScheduleBuilder()
  const { conference, notices } = toConference(toConferenceDraft(head))
  for (const notice of notices) builder.addNotice(notice)
  for (const room of [...toRecords(head['rooms']), ...toRecords(schedule['rooms'])]) addRoom(builder, room)
  for (const track of toRecords(head['tracks'])) addTrack(builder, toText(track['name']))
  const zone = conference.timeZone ?? assumedZone
  const durationOrder = findDurationOrder(schedule)
  for (const placedEvent of listEvents(head)) {
    const { date, dayChange } = placedEvent
    addEvent(builder, placedEvent, { date, dayChange, zone, durationOrder })
  }
  return builder.build({
    format: 'schedule.json v1',
    source: createSource(conference.acronym, baseUrl, conference.title),
    conference,
    base: baseUrl || toText(head['url']),
  })
}

/** Detects the order of duration parts in a schedule.json of either version. */
export function findDurationOrder(schedule: Json): DurationOrder {
  const { generator } = schedule
  return detectDurationOrder(toText(generator) || toText(toRecord(generator)['name']))
}

/** Reads `schedule.conference`, the head of a schedule.json of either version. */
export function toConferenceDraft(head: Json): ConferenceDraft {
  return {
    title: getAnyText(toLocalized(head['title'], toLine)),
    acronym: toText(head['acronym']),
    city: toText(head['city']),
    venue: toText(head['venue']),
    timeZone: toText(head['time_zone_name']),
    start: toText(head['start']),
    end: toText(head['end']),
  }
}

/** An entry with its position in the file, its day and its room. */
interface PlacedEvent {
  event: Json
  path: string
  /** Date of the day that contains the entry. */
  date: string
  /** `HH:MM` at which that day begins; empty when the file has none. */
  dayChange: string
  /** Name of the room that contains the entry. */
  room: string
}

/** Lists every entry with its path, day and room. Values of an unexpected shape are skipped. */
function listEvents(head: Json): PlacedEvent[] {
  return toRecords(head['days']).flatMap((day, dayIndex) =>
    listRooms(day['rooms']).flatMap(([room, events]) => {
      const list: unknown[] = Array.isArray(events) ? events : []
      return list.map((event, index) => ({
        event: toRecord(event),
        path: `schedule.conference.days[${dayIndex}].rooms[${JSON.stringify(room)}][${index}]`,
        date: toText(day['date']),
        // `09:00` of `2023-09-05T09:00:00+08:00`.
        dayChange: toText(day['day_start']).slice(11, 16),
        room: toLine(room),
      }))
    }),
  )
}

/** Rooms are keyed by name, or are a list of objects with entries. */
function listRooms(rooms: unknown): [string, unknown][] {
  if (!Array.isArray(rooms)) return Object.entries(toRecord(rooms))
  return toRecords(rooms).map((room) => [toText(room['name']), room['events'] ?? room['talks']])
}

function addRoom(builder: ScheduleBuilder, room: Json): void {
  const name = toLine(toText(room['name']))
  builder.addRoom({
    key: name,
    name: toLocalized(name, toLine),
    description: toLocalized(room['description'], toPlainText),
    capacity: toCount(room['capacity']),
  })
}

function addTrack(builder: ScheduleBuilder, text: string): void {
  const name = toLine(text)
  builder.addTrack({ key: name, name: toLocalized(name, toLine), description: emptyText })
}

function addEvent(
  builder: ScheduleBuilder,
  { event, path, room }: PlacedEvent,
  timeContext: Pick<EntryTimeTexts, 'date' | 'dayChange' | 'zone' | 'durationOrder'>,
): void {
  const roomKey = toLine(toText(event['room'])) || room
  addRoom(builder, { name: roomKey })
  const track = toLine(getAnyText(toLocalized(event['track'], toLine)))
  addTrack(builder, track)
  const language = toLanguageTag(toText(event['language']))
  const id = toText(event['id'])
  const abstract = toLocalized(event['abstract'], toPlainText, language)
  const description = toLocalized(event['description'], toPlainText, language)
  builder.addSession({
    position: { path },
    key: toGuid(event['guid']) || id,
    id,
    code: toText(event['code']) || id || null,
    type: toSessionType(getAnyText(toLocalized(event['type'], toLine)) || track),
    // This format lists only entries of the programme, so no other state leaves an entry out.
    state: toState(toText(event['state'])) === 'cancelled' ? 'cancelled' : 'confirmed',
    title: toLocalized(event['title'], toLine, language),
    subtitle: toLocalized(event['subtitle'], toLine, language),
    abstract: localizedPair(
      joinTexts(abstract['zh-CN'], description['zh-CN']),
      joinTexts(abstract.en, description.en),
    ),
    language,
    ...toEntryTime({
      moment: toText(event['date']),
      clock: toText(event['start']),
      end: toText(event['end']),
      duration: toText(event['duration']),
      ...timeContext,
    }),
    trackKey: track || null,
    roomKey,
    speakerKeys: addPersons(builder, event['persons'] ?? event['speakers']),
    links: toLinkDrafts(event['links'], event['attachments'], event['video_download_url']),
  })
}
