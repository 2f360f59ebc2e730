import type { Localized } from '#contract/locale.ts'
import { emptyConference, toConference, createSource } from '../conference.ts'
import { toEntryTime, createLeftOutNotice, toState, toLanguageTag, toSessionType } from '../entry-fields.ts'
import { toCount, toRecord, toRecords, toText } from '../json-syntax.ts'
import { getAnyText, toLocalized } from '../localized-text.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { SessionDraft, ImportedSchedule } from '../schedule.ts'
import { assignSlotKeys } from '../slots.ts'

/** An object of the file, whose members may have any type. */
type Json = Record<string, unknown>

/** Parses the JSON of pretalx' schedule widget (`/widgets/schedule.json`): talks and breaks in one list. */
export function parsePretalxWidget(file: Json, assumedZone: string | null): ImportedSchedule {
  const builder = new ScheduleBuilder()
  const { conference, notices } = toConference({
    ...emptyConference,
    title: getAnyText(toLocalized(file['name'] ?? file['title'], toLine)),
    acronym: toText(file['slug']),
    timeZone: toText(file['timezone']),
    start: toText(file['event_start']),
    end: toText(file['event_end']),
  })
  for (const notice of notices) builder.addNotice(notice)
  addRoomsTracksAndSpeakers(builder, file)
  const talks: unknown[] = Array.isArray(file['talks']) ? file['talks'] : []
  const drafts = talks.flatMap((talk, index) =>
    toDraft(builder, toRecord(talk), `talks[${index}]`, conference.timeZone ?? assumedZone),
  )
  for (const draft of assignSlotKeys(drafts)) builder.addSession(draft)
  return builder.build({
    format: 'pretalx',
    source: createPretalxSource(conference.acronym, conference.title, toText(file['event_start'])),
    conference,
  })
}

/** Creates the `source`. pretalx' JSON often names no event; then the month of its first day is used. */
export function createPretalxSource(slug: string, title: string, firstDay: string): string {
  return createSource(slug, title, `pretalx-${firstDay.slice(0, 7)}`)
}

function addRoomsTracksAndSpeakers(builder: ScheduleBuilder, file: Json): void {
  for (const room of toRecords(file['rooms'])) {
    const description = toLocalized(room['description'], toPlainText)
    const capacity = toCount(room['capacity'])
    builder.addRoom({
      key: toText(room['id']),
      name: toLocalized(room['name'], toLine),
      description,
      capacity,
    })
  }
  for (const track of toRecords(file['tracks'])) {
    const description = toLocalized(track['description'], toPlainText)
    builder.addTrack({ key: toText(track['id']), name: toLocalized(track['name'], toLine), description })
  }
  for (const speaker of toRecords(file['speakers'])) {
    const name: Localized = toLocalized(speaker['name'], toLine)
    const biography = toLocalized(speaker['biography'], toPlainText)
    if (getAnyText(name) !== '')
      builder.addSpeaker({ code: toText(speaker['code']), name, biography, links: [] })
  }
}

/** Reads a talk or break; an empty list when its state leaves it out of the programme. */
function toDraft(builder: ScheduleBuilder, talk: Json, path: string, zone: string | null): SessionDraft[] {
  const code = toText(talk['code'])
  const slot = toText(talk['id'])
  const language = toLanguageTag(toText(talk['content_locale']))
  const title = toLocalized(talk['title'], toLine, language)
  const state = toState(toText(talk['state']))
  if (state === 'left_out') {
    builder.addNotice(createLeftOutNotice(code || getAnyText(title), toText(talk['state']), path))
    return []
  }
  // Breaks are no submissions, so they have a slot but no code.
  const isBreak = code === '' && slot !== ''
  const speakers: unknown[] = Array.isArray(talk['speakers']) ? talk['speakers'] : []
  return [
    {
      position: { path },
      // A slot's number changes with each release, so it identifies nothing across files.
      key: code || (isBreak ? `break ${getAnyText(title)} ${toText(talk['room'])}` : ''),
      id: slot,
      code: code || null,
      type: isBreak ? 'break' : toSessionType(getAnyText(toLocalized(talk['submission_type'], toLine))),
      state,
      title,
      subtitle: toLocalized(talk['subtitle'], toLine, language),
      abstract: toLocalized(talk['abstract'], toPlainText, language),
      language,
      ...toEntryTime({
        moment: toText(talk['start']),
        end: toText(talk['end']),
        duration: toText(talk['duration']),
        zone,
      }),
      trackKey: toText(talk['track']) || null,
      roomKey: toText(talk['room']),
      speakerKeys: speakers.map(toText).filter(Boolean),
      links: [],
    },
  ]
}
