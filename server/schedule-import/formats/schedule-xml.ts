import { SaxesParser } from 'saxes'
import {
  emptyConference,
  toConference,
  createSource,
  type ConferenceDraft,
} from '#server/schedule-import/conference.ts'
import { InvalidScheduleError } from '../schedule.ts'
import { toLanguageTag, toSessionType } from '../entry-fields.ts'
import type { LinkDraft } from '../schedule.ts'
import { localizedFrom, emptyText } from '#server/schedule-import/localized-text.ts'
import { toLine, toPlainText } from '#server/schedule-import/plain-text.ts'
import { ScheduleBuilder } from '#server/schedule-import/schedule-builder.ts'
import type { ConferenceHead, ImportedSchedule } from '#server/schedule-import/schedule.ts'
import {
  toEntryTime,
  joinTexts,
  detectDurationOrder,
  toGuid,
  toState,
  type EntryTimeTexts,
} from '#server/schedule-import/entry-fields.ts'

/** Elements that are read with all their content. All others are only containers. */
const wholeElements = new Set(['conference', 'tracks', 'event'])

/**
 * Parses schedule.xml as frab, pretalx, c3voc's tools and FOSDEM write it.
 * @throws InvalidScheduleError when the file is not well-formed XML, or no schedule
 */
export function parseScheduleXml(text: string, assumedZone: string | null): ImportedSchedule {
  const builder = new ScheduleBuilder()
  let conference: ConferenceHead | undefined
  let baseUrl = ''
  let generator = ''
  let conferenceDayChange = ''
  // Of the day and room that the reader is in.
  let dayStart = ''
  let date = ''
  let room = ''
  readXml(removeForbiddenReferences(text), wholeElements, {
    onOpen(name, attributes, depth) {
      if (depth === 0 && name !== 'schedule')
        throw new InvalidScheduleError('xml.not_a_schedule', { root: name })
      if (name === 'generator') generator = attributes['name'] ?? ''
      if (name === 'day') {
        date = attributes['date'] ?? ''
        // `09:00` of `2023-09-05T09:00:00+08:00`.
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
        baseUrl = readChildText(element, 'base_url')
        conferenceDayChange = readChildText(element, 'day_change').slice(0, 5)
        const parsedConference = toConference(toDraft(element))
        conference = parsedConference.conference
        for (const notice of parsedConference.notices) builder.addNotice(notice)
      }
      // `conference` and `tracks` may contain tracks.
      if (element.name !== 'event') addTracks(builder, element)
      else {
        const zone = conference?.timeZone ?? assumedZone
        const timeContext = {
          date,
          dayChange: dayStart || conferenceDayChange,
          zone,
          durationOrder: detectDurationOrder(generator),
        }
        addEvent(builder, element, room, timeContext)
      }
    },
  })
  conference ??= toConference(emptyConference).conference
  return builder.build({
    format: 'schedule.xml',
    source: createSource(conference.acronym, baseUrl, conference.title),
    conference,
    base: baseUrl,
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
  /** What the day and the file say about the event's time. */
  timeContext: Omit<EntryTimeTexts, 'moment' | 'clock' | 'end' | 'duration'>,
): void {
  const field = (name: string): string => readChildText(event, name)
  const roomKey = toLine(field('room')) || room
  addRoom(builder, roomKey)
  const track = toLine(field('track'))
  addTrack(builder, track)
  const language = toLanguageTag(field('language'))
  const id = event.attributes['id']?.trim() ?? ''
  builder.addSession({
    position: { line: event.line },
    key: toGuid(event.attributes['guid']) || id,
    id,
    code: event.attributes['code'] ?? (id || null),
    type: toSessionType(field('type') || track),
    // This format lists only entries of the programme, so no other state leaves an entry out.
    state: toState(field('state')) === 'cancelled' ? 'cancelled' : 'confirmed',
    title: localizedFrom(toLine(field('title')), language),
    subtitle: localizedFrom(toLine(field('subtitle')), language),
    abstract: localizedFrom(
      joinTexts(toPlainText(field('abstract')), toPlainText(field('description'))),
      language,
    ),
    language,
    ...toEntryTime({
      ...timeContext,
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
  builder.addTrack({ key: name, name: localizedFrom(name), description: emptyText })
}

function addRoom(builder: ScheduleBuilder, name: string): void {
  builder.addRoom({ key: name, name: localizedFrom(name), description: emptyText, capacity: null })
}

/** Some templates write persons directly into the event, without the list around them. */
function addSpeakers(builder: ScheduleBuilder, event: XmlElement): string[] {
  const directPersons = listChildren(event, 'person', 'speaker')
  const listedPersons = [
    ...listGrandchildren(event, 'persons', 'person'),
    ...listGrandchildren(event, 'speakers', 'speaker'),
  ]
  // A list without elements is a text with the names.
  const textLists = listChildren(event, 'persons', 'speakers').filter(({ children }) => children.length === 0)
  return [...listedPersons, ...directPersons, ...textLists].flatMap((person) => {
    const { guid, code, id, name: attribute = '' } = person.attributes
    const fullName = `${readChildText(person, 'first_name')} ${readChildText(person, 'last_name')}`
    const children = ['name', 'public_name'].map((child) => readChildText(person, child))
    const nameCandidates = [person.text, ...children, attribute, fullName]
    const name = nameCandidates.map(toLine).find((candidate) => candidate !== '')
    if (name === undefined) return []
    return [
      builder.addSpeaker({ guid, code, id, name: localizedFrom(name), biography: emptyText, links: [] }),
    ]
  })
}

function listChildren(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(({ name }) => names.includes(name))
}

/** Links are in their list, beside it, or the text of the list. */
function listLinks(event: XmlElement, parent: string, name: string): LinkDraft[] {
  const lists = listChildren(event, parent)
  const listedLinks = lists.flatMap((list) => listChildren(list, name))
  const textLists = lists.map(({ text }) => ({ url: text.trim(), title: '' }))
  return [...[...listedLinks, ...listChildren(event, name)].map(toLinkDraft), ...textLists]
}

/** The URL is an attribute, a child or the text; the title is a child, an attribute or the text. */
function toLinkDraft(link: XmlElement): LinkDraft {
  const text = link.text.trim()
  const findText = (...names: string[]): string =>
    names
      .map((name) => readChildText(link, name) || (link.attributes[name] ?? '').trim())
      .find((text) => text !== '') ?? ''
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
interface XmlHandlers {
  /** Called for a tag outside the elements that are read whole. The root has `depth` 0. */
  onOpen(name: string, attributes: Readonly<Record<string, string>>, depth: number): void
  /** Called for a complete element of {@link readXml}'s `wholeElementNames`. */
  onElement(element: XmlElement): void
}

/** Maximum depth. schedule.xml nests six levels; deeper files are attacks. */
const maxDepth = 64
/** Characters per parser call, so that an early error ends the work early. */
const chunkLength = 65_536

/**
 * Reads XML as a stream. A DOCTYPE is rejected, and so is every entity that the file defines.
 * @param wholeElementNames names of elements that are passed on with their content; of others only the opening tag is
 * @throws InvalidScheduleError with line and column
 */
function readXml(text: string, wholeElementNames: ReadonlySet<string>, handlers: XmlHandlers): void {
  const parser = new SaxesParser()
  const openTags: string[] = []
  const openElements: XmlElement[] = []
  let isAtEnd = false

  const fail = (key: string, params = {}): never => {
    throw new InvalidScheduleError(key, params, { line: parser.line, column: parser.columnIndex + 1 })
  }
  parser.on('error', () => {
    const tag = openTags.at(-1)
    if (isAtEnd && tag !== undefined) fail('xml.unclosed', { tag })
    fail(isAtEnd ? 'xml.cut_off' : 'xml.syntax')
  })
  parser.on('doctype', () => fail('xml.doctype'))
  parser.on('opentag', ({ name, attributes }) => {
    if (openTags.length === maxDepth) fail('xml.too_deep')
    if (openElements.length > 0 || wholeElementNames.has(name)) {
      const element = { name, attributes, children: [], text: '', line: parser.line }
      openElements.at(-1)?.children.push(element)
      openElements.push(element)
    } else handlers.onOpen(name, attributes, openTags.length)
    openTags.push(name)
  })
  const addText = (text: string): void => {
    const element = openElements.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    openTags.pop()
    const element = openElements.pop()
    if (element && openElements.length === 0) handlers.onElement(element)
  })

  for (let from = 0; from < text.length; from += chunkLength)
    parser.write(text.slice(from, from + chunkLength))
  isAtEnd = true
  parser.close()
}

/** `&#0;` to `&#31;` and `&#x0;` to `&#x1f;`, except those of tab and line ends. */
// oxlint-disable-next-line no-control-regex -- references to the characters that XML 1.0 forbids
const forbiddenReference = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

/** Removes references to control characters, which exporters write although XML 1.0 forbids them. */
function removeForbiddenReferences(text: string): string {
  return text.replace(forbiddenReference, '')
}

/** Returns the trimmed text of the first child of this name, or an empty text. */
function readChildText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

/** Lists the children of this name inside the first child of another, such as `persons/person`. */
function listGrandchildren(element: XmlElement, parent: string, name: string): XmlElement[] {
  const parentElement = element.children.find((child) => child.name === parent)
  return parentElement?.children.filter((child) => child.name === name) ?? []
}
