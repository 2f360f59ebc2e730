import { emptyConference, toConference, toSource, type ConferenceDraft } from '../conference.ts'
import { InvalidScheduleError } from '../schedule-issue.ts'
import { toLanguageTag } from '../language-tag.ts'
import type { LinkDraft } from '../links.ts'
import { localizedFrom, noText } from '../localized-text.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ConferenceHead, ImportedSchedule } from '../schedule.ts'
import { toSessionType } from '../session-type.ts'
import { entryTime, joinTexts, threePartsOf, toGuid, toState, type WrittenTime } from '../entry-parts.ts'
import {
  childText,
  grandchildren,
  readXml,
  withoutForbiddenReferences,
  type XmlElement,
} from '../xml-elements.ts'

/** Elements that are read whole; all else is their frame. */
const keep = new Set(['conference', 'tracks', 'event'])

/**
 * Reads schedule.xml, as frab, pretalx, c3voc's tools and FOSDEM write it.
 * @throws InvalidScheduleError when it is no well-formed XML, or no schedule
 */
export function parseScheduleXml(text: string, assumedZone: string | null): ImportedSchedule {
  const builder = new ScheduleBuilder()
  let draft: ConferenceDraft = emptyConference
  let conference: ConferenceHead | undefined
  let base = ''
  let dayChange = ''
  let dayStart = ''
  let date = ''
  let room = ''
  let generator = ''
  readXml(withoutForbiddenReferences(text), keep, {
    opened(name, attributes, depth) {
      if (depth === 0 && name !== 'schedule')
        throw new InvalidScheduleError('xml.not_a_schedule', { root: name })
      if (name === 'generator') generator = attributes['name'] ?? ''
      if (name === 'day') {
        date = attributes['date'] ?? ''
        dayStart = (attributes['start'] ?? '').slice(11, 16)
        room = ''
      }
      if (name === 'room') {
        room = toLine(attributes['name'] ?? '')
        addRoom(builder, room)
      }
    },
    kept(element) {
      if (element.name === 'conference') {
        draft = toDraft(element)
        base = childText(element, 'base_url')
        dayChange = childText(element, 'day_change').slice(0, 5)
        const read = toConference(draft)
        conference = read.conference
        for (const note of read.notes) builder.note(note)
      }
      if (element.name !== 'event') addTracks(builder, element)
      else {
        const zone = conference?.timeZone ?? assumedZone
        const frame = { date, dayChange: dayStart || dayChange, zone, threeParts: threePartsOf(generator) }
        addEvent(builder, element, room, frame)
      }
    },
  })
  conference ??= toConference(draft).conference
  return builder.build({
    format: 'schedule.xml',
    source: toSource(conference.acronym, base, conference.title),
    conference,
    base,
  })
}

function toDraft(element: XmlElement): ConferenceDraft {
  return {
    title: childText(element, 'title'),
    acronym: childText(element, 'acronym'),
    city: childText(element, 'city'),
    venue: childText(element, 'venue'),
    timeZone: childText(element, 'time_zone_name'),
    start: childText(element, 'start'),
    end: childText(element, 'end'),
  }
}

function addEvent(
  builder: ScheduleBuilder,
  event: XmlElement,
  room: string,
  frame: Omit<WrittenTime, 'moment' | 'clock' | 'end' | 'duration'>,
): void {
  const field = (name: string): string => childText(event, name)
  const roomKey = toLine(field('room')) || room
  addRoom(builder, roomKey)
  const track = toLine(field('track'))
  addTrack(builder, track)
  const language = toLanguageTag(field('language'))
  const id = event.attributes['id']?.trim() ?? ''
  builder.addSession({
    place: { line: event.line },
    key: toGuid(event.attributes['guid']) || id,
    id,
    code: event.attributes['code'] ?? (id || null),
    type: toSessionType(field('type') || track),
    state: toState(field('state')) === 'cancelled' ? 'cancelled' : 'confirmed',
    title: localizedFrom(toLine(field('title')), language),
    subtitle: localizedFrom(toLine(field('subtitle')), language),
    abstract: localizedFrom(
      joinTexts(toPlainText(field('abstract')), toPlainText(field('description'))),
      language,
    ),
    language,
    ...entryTime({
      ...frame,
      moment: field('date'),
      clock: field('start'),
      end: '',
      duration: field('duration'),
    }),
    trackKey: track || null,
    roomKey,
    speakerKeys: addSpeakers(builder, event),
    links: [
      ...linksOf(event, 'links', 'link'),
      ...linksOf(event, 'attachments', 'attachment'),
      { url: field('video_download_url'), title: '' },
    ],
  })
}

/** Tracks in their own order: FOSDEM lists them by text, c3voc by attribute inside the conference. */
function addTracks(builder: ScheduleBuilder, list: XmlElement): void {
  for (const child of list.children) {
    if (child.name === 'track') addTrack(builder, toLine(child.attributes['name'] ?? child.text))
  }
}

function addTrack(builder: ScheduleBuilder, name: string): void {
  builder.addTrack({ key: name, name: localizedFrom(name), description: noText })
}

function addRoom(builder: ScheduleBuilder, name: string): void {
  builder.addRoom({ key: name, name: localizedFrom(name), description: noText, capacity: null })
}

/** Templates of conferences write the person into the event, without the list that the format has around it. */
function addSpeakers(builder: ScheduleBuilder, event: XmlElement): string[] {
  const alone = childrenOf(event, 'person', 'speaker')
  const listed = [
    ...grandchildren(event, 'persons', 'person'),
    ...grandchildren(event, 'speakers', 'speaker'),
  ]
  const texts = childrenOf(event, 'persons', 'speakers').filter(({ children }) => children.length === 0)
  return [...listed, ...alone, ...texts].flatMap((person) => {
    const { guid, code, id, name: attribute = '' } = person.attributes
    const fullName = `${childText(person, 'first_name')} ${childText(person, 'last_name')}`
    const children = ['name', 'public_name'].map((child) => childText(person, child))
    const written = [person.text, ...children, attribute, fullName]
    const name = written.map(toLine).find((one) => one !== '')
    if (name === undefined) return []
    return [builder.addSpeaker({ guid, code, id, name: localizedFrom(name), biography: noText, links: [] })]
  })
}

function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(({ name }) => names.includes(name))
}

/** Links in their list, beside it, and as the text of the list. */
function linksOf(event: XmlElement, parent: string, name: string): LinkDraft[] {
  const lists = childrenOf(event, parent)
  const inside = lists.flatMap((list) => childrenOf(list, name))
  const texts = lists.map(({ text }) => ({ url: text.trim(), title: '' }))
  return [...[...inside, ...childrenOf(event, name)].map(toLinkDraft), ...texts]
}

/** The address is an attribute, a child or the text; the title a child, an attribute or the text. */
function toLinkDraft(link: XmlElement): LinkDraft {
  const text = link.text.trim()
  const partOf = (...names: string[]): string =>
    names
      .map((name) => childText(link, name) || (link.attributes[name] ?? '').trim())
      .find((part) => part !== '') ?? ''
  return { url: partOf('href', 'url', 'link', 'src') || text, title: partOf('title', 'name') || text }
}
