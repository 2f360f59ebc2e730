import { toConference, toSource, type ConferenceDraft } from '../conference.ts'
import {
  toEntryTime,
  joinTexts,
  toLinkDrafts,
  detectThreeParts,
  toGuid,
  toState,
  type WrittenTime,
} from '../entry-fields.ts'
import { toCount, toRecord, toRecords, toText } from '../json-syntax.ts'
import { toLanguageTag, toSessionType } from '../type-and-language.ts'
import { anyText, localizedPair, noText, toLocalized } from '../localized-text.ts'
import { addPersons } from '../speaker-list.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ImportedSchedule } from '../schedule.ts'
import type { ThreeParts } from '../times.ts'

type Json = Record<string, unknown>

/** Parses schedule.json as frab and pretalx write it: entries inside the rooms of the days. */
export function parseScheduleJsonV1(file: Json, assumedZone: string | null): ImportedSchedule {
  const schedule = toRecord(file['schedule'])
  const head = toRecord(schedule['conference'])
  const base = toText(schedule['base_url'])
  const builder = new ScheduleBuilder()
  const { conference, notes } = toConference(conferenceDraft(head))
  for (const note of notes) builder.note(note)
  for (const room of [...toRecords(head['rooms']), ...toRecords(schedule['rooms'])]) addRoom(builder, room)
  for (const track of toRecords(head['tracks'])) addTrack(builder, toText(track['name']))
  const zone = conference.timeZone ?? assumedZone
  const threeParts = generatorThreeParts(schedule)
  for (const placed of listEvents(head)) {
    const { date, dayChange } = placed
    addEvent(builder, placed, { date, dayChange, zone, threeParts })
  }
  return builder.build({
    format: 'schedule.json v1',
    source: toSource(conference.acronym, base, conference.title),
    conference,
    base: base || toText(head['url']),
  })
}

/** Detects the order of duration parts in a schedule.json of either version. */
export function generatorThreeParts(schedule: Json): ThreeParts {
  const { generator } = schedule
  return detectThreeParts(toText(generator) || toText(toRecord(generator)['name']))
}

/** Reads the head of a schedule.json of either version. */
export function conferenceDraft(head: Json): ConferenceDraft {
  return {
    title: anyText(toLocalized(head['title'], toLine)),
    acronym: toText(head['acronym']),
    city: toText(head['city']),
    venue: toText(head['venue']),
    timeZone: toText(head['time_zone_name']),
    start: toText(head['start']),
    end: toText(head['end']),
  }
}

interface Placed {
  event: Json
  path: string
  date: string
  dayChange: string
  room: string
}

/** Lists every entry with its path, day and room. Values of an unexpected shape are skipped. */
function listEvents(head: Json): Placed[] {
  return toRecords(head['days']).flatMap((day, dayIndex) =>
    listRooms(day['rooms']).flatMap(([room, events]) => {
      const list: unknown[] = Array.isArray(events) ? events : []
      return list.map((event, index) => ({
        event: toRecord(event),
        path: `schedule.conference.days[${dayIndex}].rooms[${JSON.stringify(room)}][${index}]`,
        date: toText(day['date']),
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

function addTrack(builder: ScheduleBuilder, written: string): void {
  const name = toLine(written)
  builder.addTrack({ key: name, name: toLocalized(name, toLine), description: noText })
}

function addEvent(
  builder: ScheduleBuilder,
  { event, path, room }: Placed,
  frame: Pick<WrittenTime, 'date' | 'dayChange' | 'zone' | 'threeParts'>,
): void {
  const roomKey = toLine(toText(event['room'])) || room
  addRoom(builder, { name: roomKey })
  const track = toLine(anyText(toLocalized(event['track'], toLine)))
  addTrack(builder, track)
  const language = toLanguageTag(toText(event['language']))
  const id = toText(event['id'])
  const abstract = toLocalized(event['abstract'], toPlainText, language)
  const description = toLocalized(event['description'], toPlainText, language)
  builder.addSession({
    place: { path },
    key: toGuid(event['guid']) || id,
    id,
    code: toText(event['code']) || id || null,
    type: toSessionType(anyText(toLocalized(event['type'], toLine)) || track),
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
      ...frame,
    }),
    trackKey: track || null,
    roomKey,
    speakerKeys: addPersons(builder, event['persons'] ?? event['speakers']),
    links: toLinkDrafts(event['links'], event['attachments'], event['video_download_url']),
  })
}
