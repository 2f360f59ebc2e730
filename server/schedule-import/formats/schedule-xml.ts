import { SaxesParser } from 'saxes'
import {
  emptyConference,
  toConference,
  toSource,
  type ConferenceDraft,
} from '#server/schedule-import/conference.ts'
import { InvalidScheduleError } from '#server/schedule-import/schedule-issue.ts'
import { toLanguageTag, toSessionType } from '../type-and-language.ts'
import type { LinkDraft } from '#server/schedule-import/links.ts'
import { localizedFrom, noText } from '#server/schedule-import/localized-text.ts'
import { toLine, toPlainText } from '#server/schedule-import/plain-text.ts'
import { ScheduleBuilder } from '#server/schedule-import/schedule-builder.ts'
import type { ConferenceHead, ImportedSchedule } from '#server/schedule-import/schedule.ts'
import {
  entryTime,
  joinTexts,
  threePartsOf,
  toGuid,
  toState,
  type WrittenTime,
} from '#server/schedule-import/entry-parts.ts'

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

/** An element with everything in it. */
interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** All character data, that of the children left out. */
  text: string
  /** Line on which its tag ends. */
  line: number
}

/** What a reader is told, in the order of the file. */
interface XmlReader {
  /** A tag opened outside the elements that are kept whole. `depth` of the root is 0. */
  opened(name: string, attributes: Readonly<Record<string, string>>, depth: number): void
  /** An element of {@link readXml}'s `keep` ended. */
  kept(element: XmlElement): void
}

/** schedule.xml nests six deep; one that nests deeper than this is an attack. */
const maxDepth = 64
/** Characters given to the parser at once, so that a fault near the start ends the work there. */
const chunkLength = 65_536

/**
 * Reads XML as a stream: elements named in `keep` are handed over whole and forgotten, of others only the opening.
 * A DOCTYPE is refused, and with it every entity that the file defines itself.
 * @throws InvalidScheduleError with line and column
 */
function readXml(text: string, keep: ReadonlySet<string>, reader: XmlReader): void {
  const parser = new SaxesParser()
  const open: string[] = []
  const building: XmlElement[] = []
  let ending = false

  const refuse = (key: string, params = {}): never => {
    throw new InvalidScheduleError(key, params, { line: parser.line, column: parser.columnIndex + 1 })
  }
  parser.on('error', () => {
    const tag = open.at(-1)
    if (ending && tag !== undefined) refuse('xml.unclosed', { tag })
    refuse(ending ? 'xml.cut_off' : 'xml.syntax')
  })
  parser.on('doctype', () => refuse('xml.doctype'))
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === maxDepth) refuse('xml.too_deep')
    if (building.length > 0 || keep.has(name)) {
      const element = { name, attributes, children: [], text: '', line: parser.line }
      building.at(-1)?.children.push(element)
      building.push(element)
    } else reader.opened(name, attributes, open.length)
    open.push(name)
  })
  const addText = (part: string): void => {
    const element = building.at(-1)
    if (element) element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    open.pop()
    const element = building.pop()
    if (element && building.length === 0) reader.kept(element)
  })

  for (let from = 0; from < text.length; from += chunkLength)
    parser.write(text.slice(from, from + chunkLength))
  ending = true
  parser.close()
}

// oxlint-disable-next-line no-control-regex -- references to the characters that XML 1.0 forbids
const forbiddenReference = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

/** XML without references to control characters, which exporters write although XML 1.0 forbids them. */
function withoutForbiddenReferences(text: string): string {
  return text.replace(forbiddenReference, '')
}

/** The text of the first child of a name, trimmed; empty when there is none. */
function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

/** The children of a name inside the first child of another, such as `persons/person`. */
function grandchildren(element: XmlElement, parent: string, name: string): XmlElement[] {
  const holder = element.children.find((child) => child.name === parent)
  return holder?.children.filter((child) => child.name === name) ?? []
}
