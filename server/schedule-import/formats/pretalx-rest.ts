import type { Localized } from '#contract/locale.ts'
import { emptyConference, toConference } from '../conference.ts'
import {
  toEntryTime,
  joinTexts,
  createLeftOutNotice,
  toLinkDrafts,
  toNameText,
  toState,
} from '../entry-fields.ts'
import { InvalidScheduleError } from '../schedule.ts'
import { isRecord, toCount, toRecord, toRecords, toText } from '../json-syntax.ts'
import { toLanguageTag, toSessionType } from '../entry-fields.ts'
import { getAnyText, localizedPair, emptyText, toLocalized } from '../localized-text.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { SessionDraft, ImportedSchedule } from '../schedule.ts'
import { assignSlotKeys } from '../slots.ts'
import { createPretalxSource } from './pretalx-widget.ts'

/** An object of the file, whose members may have any type. */
type Json = Record<string, unknown>

/**
 * Parses a list of submissions or slots from pretalx' REST API: a page (`count`, `next`, `results`), bare results, or
 * a schedule with expanded slots.
 * @throws InvalidScheduleError when the page is incomplete: missing sessions would be cancelled
 */
export function parsePretalxRest(
  file: Json | readonly unknown[],
  assumedZone: string | null,
): ImportedSchedule {
  const page = isRecord(file) ? file : { results: file }
  const listKey = Array.isArray(page['results']) ? 'results' : 'slots'
  const items = page[listKey] as readonly unknown[]
  // A page of several has fewer items than it counts, or a link to another page.
  const count = toCount(page['count']) ?? items.length
  if (toText(page['next']) !== '' || toText(page['previous']) !== '' || count > items.length)
    throw new InvalidScheduleError('pretalx.part_of_list', { here: items.length, count })
  const builder = new ScheduleBuilder()
  // A bare list has no name in the paths of messages.
  const pathPrefix = Array.isArray(file) ? '' : listKey
  const drafts = items.flatMap((item, index) =>
    createDrafts(builder, toRecord(item), `${pathPrefix}[${index}]`, assumedZone),
  )
  for (const draft of assignSlotKeys(drafts)) builder.addSession(draft)
  const firstStart = drafts
    .map(({ start }) => start.instant ?? '')
    .filter(Boolean)
    .toSorted()[0]
  return builder.build({
    format: 'pretalx REST',
    source: createPretalxSource('', '', firstStart ?? ''),
    conference: toConference(emptyConference).conference,
  })
}

/** Creates a draft per slot. A submission without slots gets one without time and room. */
function createDrafts(
  builder: ScheduleBuilder,
  item: Json,
  path: string,
  zone: string | null,
): SessionDraft[] {
  const submission = isRecord(item['submission']) ? item['submission'] : item
  // An item is a submission with its slots, or a slot with its submission. Some submissions have a single `slot` instead.
  const ownSlots = toRecords(submission === item ? item['slots'] : [item])
  const slots = ownSlots.length > 0 ? ownSlots : [toRecord(item['slot'])]
  const code = toText(submission['code'])
  const state = toState(toText(submission['state']))
  if (state === 'left_out') {
    builder.addNotice(createLeftOutNotice(code, toText(submission['state']), path))
    return []
  }
  return slots.map((slot) => ({
    ...createSlotFields(builder, slot, submission, zone),
    ...createSubmissionFields(builder, submission),
    position: { path },
    key: code,
    code: code || null,
    state,
  }))
}

/** Reads time and room of a slot, and adds the room to the schedule. */
function createSlotFields(builder: ScheduleBuilder, slot: Json, submission: Json, zone: string | null) {
  const room = slot['room']
  const name = isRecord(room) ? readName(room) : toLocalized(room, toLine)
  // A room that is only a number has no readable name.
  const roomKey = toText(toRecord(room)['id']) || getAnyText(name)
  const capacity = toCount(toRecord(room)['capacity'])
  if (roomKey !== '') builder.addRoom({ key: roomKey, name, description: emptyText, capacity })
  return {
    id: toText(slot['id']),
    roomKey,
    ...toEntryTime({
      moment: toText(slot['start']),
      end: toText(slot['end']),
      duration: toText(slot['duration']) || toText(submission['duration']),
      zone,
    }),
  }
}

/** Items are expanded (`{id, name}`) or given by their name in several languages. */
function readName(item: Json): Localized {
  return toLocalized(item['name'] ?? item, toLine)
}

/** Reads what all slots of a submission share, and adds its track and speakers to the schedule. */
function createSubmissionFields(builder: ScheduleBuilder, submission: Json) {
  const language = toLanguageTag(toText(submission['content_locale']))
  const abstract = toLocalized(submission['abstract'], toPlainText, language)
  const description = toLocalized(submission['description'], toPlainText, language)
  const track = submission['track']
  const trackName = isRecord(track) ? readName(track) : toLocalized(track, toLine)
  const trackKey = getAnyText(trackName)
  builder.addTrack({ key: trackKey, name: trackName, description: emptyText })
  return {
    type: toSessionType(toNameText(submission['submission_type'])),
    title: toLocalized(submission['title'], toLine, language),
    subtitle: emptyText,
    abstract: localizedPair(
      joinTexts(abstract['zh-CN'], description['zh-CN']),
      joinTexts(abstract.en, description.en),
    ),
    language,
    trackKey: trackKey || null,
    speakerKeys: addSpeakers(builder, submission['speakers']),
    links: toLinkDrafts(submission['resources']),
  }
}

/** Speakers that are not expanded are codes without a name, so they are skipped. */
function addSpeakers(builder: ScheduleBuilder, speakers: unknown): string[] {
  return toRecords(speakers).flatMap((speaker) => {
    const name = toLocalized(speaker['name'], toLine)
    if (getAnyText(name) === '') return []
    const biography = toLocalized(speaker['biography'], toPlainText)
    return [builder.addSpeaker({ code: toText(speaker['code']), name, biography, links: [] })]
  })
}
