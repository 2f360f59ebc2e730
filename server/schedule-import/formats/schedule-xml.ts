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
  toEntryTime,
  joinTexts,
  detectThreeParts,
  toGuid,
  toState,
  type WrittenTime,
} from '#server/schedule-import/entry-fields.ts'

/** Elements that are read as a whole. All others are only containers. */
const wholeElements = new Set(['conference', 'tracks', 'event'])

/**
 * Parses schedule.xml as frab, pretalx, c3voc's tools and FOSDEM write it.
 * @throws InvalidScheduleError when the file is not well-formed XML, or no schedule
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
  readXml(withoutForbiddenReferences(text), wholeElements, {
    onOpen(name, attributes, depth) {
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
    onElement(element) {
      if (element.name === 'conference') {
        draft = toDraft(element)
        base = readChildText(element, 'base_url')
        dayChange = readChildText(element, 'day_change').slice(0, 5)
        const read = toConference(draft)
        conference = read.conference
        for (const note of read.notes) builder.note(note)
      }
      if (element.name !== 'event') addTracks(builder, element)
      else {
        const zone = conference?.timeZone ?? assumedZone
        const frame = {
          date,
          dayChange: dayStart || dayChange,
          zone,
          threeParts: detectThreeParts(generator),
        }
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
    title: readChildText(element, 'title'),
    acronym: readChildText(element, 'acronym'),
    city: readChildText(element, 'city'),
    venue: readChildText(element, 'venue'),
    timeZone: readChildText(element, 'time_zone_name'),
    start: readChildText(element, 'start'),
    end: readChildText(element, 'end'),
  }
}

function addEvent(
  builder: ScheduleBuilder,
  event: XmlElement,
  room: string,
  frame: Omit<WrittenTime, 'moment' | 'clock' | 'end' | 'duration'>,
): void {
  const field = (name: string): string => readChildText(event, name)
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
    ...toEntryTime({
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
      ...listLinks(event, 'links', 'link'),
      ...listLinks(event, 'attachments', 'attachment'),
      { url: field('video_download_url'), title: '' },
    ],
  })
}

/** Adds tracks in file order. FOSDEM lists them by text, c3voc by attribute inside the conference. */
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

/** Some templates write persons directly into the event, without the list around them. */
function addSpeakers(builder: ScheduleBuilder, event: XmlElement): string[] {
  const alone = listChildren(event, 'person', 'speaker')
  const listed = [
    ...listGrandchildren(event, 'persons', 'person'),
    ...listGrandchildren(event, 'speakers', 'speaker'),
  ]
  const texts = listChildren(event, 'persons', 'speakers').filter(({ children }) => children.length === 0)
  return [...listed, ...alone, ...texts].flatMap((person) => {
    const { guid, code, id, name: attribute = '' } = person.attributes
    const fullName = `${readChildText(person, 'first_name')} ${readChildText(person, 'last_name')}`
    const children = ['name', 'public_name'].map((child) => readChildText(person, child))
    const written = [person.text, ...children, attribute, fullName]
    const name = written.map(toLine).find((one) => one !== '')
    if (name === undefined) return []
    return [builder.addSpeaker({ guid, code, id, name: localizedFrom(name), biography: noText, links: [] })]
  })
}

function listChildren(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(({ name }) => names.includes(name))
}

/** Links are in their list, beside it, or the text of the list. */
function listLinks(event: XmlElement, parent: string, name: string): LinkDraft[] {
  const lists = listChildren(event, parent)
  const inside = lists.flatMap((list) => listChildren(list, name))
  const texts = lists.map(({ text }) => ({ url: text.trim(), title: '' }))
  return [...[...inside, ...listChildren(event, name)].map(toLinkDraft), ...texts]
}

/** The URL is an attribute, a child or the text; the title is a child, an attribute or the text. */
function toLinkDraft(link: XmlElement): LinkDraft {
  const text = link.text.trim()
  const findText = (...names: string[]): string =>
    names
      .map((name) => readChildText(link, name) || (link.attributes[name] ?? '').trim())
      .find((part) => part !== '') ?? ''
  return { url: findText('href', 'url', 'link', 'src') || text, title: findText('title', 'name') || text }
}

/** An element with all its content. */
interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** All character data, without that of the children. */
  text: string
  /** Line on which its opening tag ends. */
  line: number
}

/** Callbacks of the XML reader, in file order. */
interface XmlReader {
  /** Called for a tag outside the elements that are read whole. The root has `depth` 0. */
  onOpen(name: string, attributes: Readonly<Record<string, string>>, depth: number): void
  /** Called for a complete element of {@link readXml}'s `keep`. */
  onElement(element: XmlElement): void
}

/** Maximum depth. schedule.xml nests six levels; deeper files are attacks. */
const maxDepth = 64
/** Characters per parser call, so that an early error ends the work early. */
const chunkLength = 65_536

/**
 * Reads XML as a stream. Elements named in `keep` are passed on whole; of others only the opening tag. A DOCTYPE is
 * rejected, and so is every entity that the file defines.
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
    } else reader.onOpen(name, attributes, open.length)
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
    if (element && building.length === 0) reader.onElement(element)
  })

  for (let from = 0; from < text.length; from += chunkLength)
    parser.write(text.slice(from, from + chunkLength))
  ending = true
  parser.close()
}

// oxlint-disable-next-line no-control-regex -- references to the characters that XML 1.0 forbids
const forbiddenReference = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

/** Removes references to control characters, which exporters write although XML 1.0 forbids them. */
function withoutForbiddenReferences(text: string): string {
  return text.replace(forbiddenReference, '')
}

/** Returns the trimmed text of the first child of this name, or an empty text. */
function readChildText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

/** Lists the children of this name inside the first child of another, such as `persons/person`. */
function listGrandchildren(element: XmlElement, parent: string, name: string): XmlElement[] {
  const holder = element.children.find((child) => child.name === parent)
  return holder?.children.filter((child) => child.name === name) ?? []
}
