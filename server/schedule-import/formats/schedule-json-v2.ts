import { toConference, createSource } from '../conference.ts'
import {
  toEntryTime,
  joinTexts,
  createLeftOutNotice,
  toLinkDrafts,
  toGuid,
  toState,
  type EntryTimeTexts,
} from '../entry-fields.ts'
import { isRecord, toCount, toRecord, toRecords, toText } from '../json-syntax.ts'
import { toLanguageTag, toSessionType } from '../entry-fields.ts'
import { localizedPair, toLocalized } from '../localized-text.ts'
import { addPersons, listIdentities } from '../speaker-list.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ImportedSchedule } from '../schedule.ts'
import { toConferenceDraft, findDurationOrder } from './schedule-json-v1.ts'

/** An object of the file, whose members may have any type. */
type Json = Record<string, unknown>

/** Parses schedule.json of version 2 (c3voc's hub): entries, persons, rooms and tracks in separate lists. */
export function parseScheduleJsonV2(file: Json, assumedZone: string | null): ImportedSchedule {
  const schedule = toRecord(file['schedule'])
  const head = toRecord(schedule['conference'])
  const baseUrl = toText(schedule['base_url'])
  const builder = new ScheduleBuilder()
  const { conference, notices } = toConference(toConferenceDraft(head))
  for (const notice of notices) builder.addNotice(notice)
  for (const room of toRecords(head['rooms'])) addRoom(builder, room)
  for (const track of toRecords(head['tracks'])) addTrack(builder, track)
  addPersons(builder, schedule['persons'])
  const personIdentities = listIdentities(toRecords(schedule['persons']))
  const events: unknown[] = Array.isArray(schedule['events']) ? schedule['events'] : []
  const zone = conference.timeZone ?? assumedZone
  const durationOrder = findDurationOrder(schedule)
  events.forEach((event, index) => {
    addEvent(builder, toRecord(event), `schedule.events[${index}]`, {
      zone,
      durationOrder,
      personIdentities,
    })
  })
  return builder.build({
    format: 'schedule.json v2',
    source: createSource(conference.acronym, baseUrl, conference.title),
    conference,
    base: baseUrl,
  })
}

/** A room's identity is its guid. References may use a name or slug. */
function getRoomKey(item: Json): string {
  return toText(item['guid']) || toText(item['slug']) || toLine(toText(item['name']))
}

/** A room or track may be only a name. */
function toNamedItem(value: unknown): Json {
  return isRecord(value) ? value : { name: toText(value) }
}

function addRoom(builder: ScheduleBuilder, room: Json): void {
  const name = toLocalized(room['name'] ?? room['slug'], toLine)
  if (name['zh-CN'] === '' && name.en === '') return
  builder.addRoom({
    key: getRoomKey(room),
    name,
    description: toLocalized(room['description'], toPlainText),
    capacity: toCount(room['capacity']),
  })
}

function addTrack(builder: ScheduleBuilder, track: Json): void {
  const name = toLocalized(track['name'] ?? track['slug'], toLine)
  const description = toLocalized(track['description'], toPlainText)
  builder.addTrack({ key: getTrackKey(track), name, description })
}

/** Entries reference a track by its slug. */
function getTrackKey(track: Json): string {
  return toText(track['slug']) || toText(track['guid']) || toLine(toText(track['name']))
}

function addEvent(
  builder: ScheduleBuilder,
  event: Json,
  path: string,
  {
    personIdentities,
    ...timeContext
  }: Pick<EntryTimeTexts, 'zone' | 'durationOrder'> & { personIdentities: ReadonlySet<string> },
): void {
  const guid = toGuid(event['guid'])
  const id = toText(event['id'])
  const state = toState(toText(event['state']))
  if (state === 'left_out') {
    builder.addNotice(createLeftOutNotice(guid || id || toText(event['title']), toText(event['state']), path))
    return
  }
  const room = toNamedItem(event['room'])
  addRoom(builder, room)
  const track = toNamedItem(event['track'])
  addTrack(builder, track)
  const language = toLanguageTag(toText(event['language']))
  const abstract = toLocalized(event['abstract'], toPlainText, language)
  const description = toLocalized(event['description'], toPlainText, language)
  builder.addSession({
    position: { path },
    key: guid || toText(event['code']) || id,
    id,
    code: toText(event['code']) || null,
    type: toSessionType(toText(event['type'])),
    state,
    title: toLocalized(event['title'], toLine, language),
    subtitle: toLocalized(event['subtitle'], toLine, language),
    abstract: localizedPair(
      joinTexts(abstract['zh-CN'], description['zh-CN']),
      joinTexts(abstract.en, description.en),
    ),
    language,
    ...toEntryTime({
      moment: toText(event['start']),
      end: toText(event['end']),
      duration: toText(event['duration']),
      ...timeContext,
    }),
    trackKey: getTrackKey(track) || null,
    roomKey: getRoomKey(room),
    speakerKeys: addPersons(
      builder,
      event['participants'] ?? event['persons'] ?? event['speakers'],
      personIdentities,
    ),
    links: toLinkDrafts(event['links'], event['attachments'], event['video_download_url']),
  })
}
