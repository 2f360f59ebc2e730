import type { Localized } from '#contract/locale.ts'
import { emptyConference, toConference, createSource } from '../conference.ts'
import { toEntryTime, toLinkDrafts, toLanguageTag, toSessionType } from '../entry-fields.ts'
import { isRecord, toRecord, toRecords, toText } from '../json-syntax.ts'
import { getAnyText, localizedPair, emptyText, toLocalized } from '../localized-text.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ImportedSchedule, ImportedSessionType } from '../schedule.ts'
import type { SpeakerDraft } from '../speaker-list.ts'

/** An object of the file, whose members may have any type. */
type Json = Record<string, unknown>

/** Parses the JSON of COSCUP and related conferences: every text in Chinese and English side by side. */
export function parseCoscupJson(file: Json, assumedZone: string | null): ImportedSchedule {
  const builder = new ScheduleBuilder()
  for (const room of toRecords(file['rooms'])) {
    const key = toText(room['id'])
    builder.addRoom({
      key,
      name: withKeyFallback(readLocalized(room, 'name', toLine), key),
      description: emptyText,
      capacity: null,
    })
  }
  /** Types of sessions by the id of the file's own type, which is also imported as a track. */
  const types = new Map<string, ImportedSessionType>()
  for (const type of toRecords(file['session_types'])) {
    const key = toText(type['id'])
    const name = readLocalized(type, 'name', toLine)
    types.set(key, toSessionType(`${name['zh-CN']} ${name.en}`))
    builder.addTrack({ key, name: withKeyFallback(name, key), description: emptyText })
  }
  for (const speaker of toRecords(file['speakers'])) {
    builder.addSpeaker(toSpeaker(speaker))
  }
  const sessions: unknown[] = Array.isArray(file['sessions']) ? file['sessions'] : []
  sessions.forEach((session, index) => {
    const type = types.get(toText(toRecord(session)['type'])) ?? 'talk'
    addSession(builder, toRecord(session), type, { path: `sessions[${index}]`, zone: assumedZone })
  })
  const { name, source } = findIdentity(toRecords(sessions))
  const { conference } = toConference({ ...emptyConference, title: name })
  return builder.build({ format: 'COSCUP', source, conference })
}

/** Reads a text by language from `zh` and `en` of an item, or one text in the item itself. */
function readLocalized(item: Json, field: string, clean: (text: string) => string): Localized {
  const localized = localizedPair(
    clean(toText(toRecord(item['zh'])[field])),
    clean(toText(toRecord(item['en'])[field])),
  )
  return getAnyText(localized) === '' ? toLocalized(item[field], clean) : localized
}

/** Lists the ids of a list or a single id. */
function listIds(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.map(toText).filter(Boolean)
}

/** Speakers are ids, or objects in the session. */
function listSpeakers(builder: ScheduleBuilder, value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((speaker) => {
    if (!isRecord(speaker)) return listIds(speaker)
    const id = toText(speaker['id'])
    const name = readLocalized(speaker, 'name', toLine)
    return getAnyText(name) === '' ? listIds(id) : [builder.addSpeaker(toSpeaker(speaker))]
  })
}

function toSpeaker(speaker: Json): SpeakerDraft {
  const code = toText(speaker['id'])
  const name = withKeyFallback(readLocalized(speaker, 'name', toLine), code)
  return {
    code,
    name,
    biography: readLocalized(speaker, 'bio', toPlainText),
    links: toLinkDrafts(speaker['links']),
  }
}

/** Falls back to the id, which is a readable name in this format (`TR 616`). */
function withKeyFallback(name: Localized, key: string): Localized {
  return name['zh-CN'] === '' && name.en === '' ? localizedPair(key, key) : name
}

function addSession(
  builder: ScheduleBuilder,
  session: Json,
  type: ImportedSessionType,
  { path, zone }: { path: string; zone: string | null },
): void {
  const id = toText(session['id'])
  const roomKey = toText(session['room'])
  builder.addRoom({
    key: roomKey,
    name: localizedPair(roomKey, roomKey),
    description: emptyText,
    capacity: null,
  })
  builder.addSession({
    position: { path },
    key: id,
    id: '',
    code: id || null,
    type,
    state: 'confirmed',
    title: readLocalized(session, 'title', toLine),
    subtitle: readLocalized(session, 'subtitle', toLine),
    abstract: readLocalized(session, 'description', toPlainText),
    language: toLanguageTag(toText(session['language'])),
    ...toEntryTime({ moment: toText(session['start']), end: toText(session['end']), duration: '', zone }),
    trackKey: toText(session['type']) || null,
    roomKey,
    otherRoomKeys: listIds(session['broadcast']),
    speakerKeys: listSpeakers(builder, session['speakers']),
    links: toLinkDrafts(...['slide', 'co_write', 'live', 'record', 'qa'].map((key) => session[key])),
  })
}

/** The format names no conference, but each session has a page: `https://coscup.org/2023/session/…`. */
function findIdentity(sessions: readonly Json[]): { name: string; source: string } {
  const pageUrl = sessions.map((session) => URL.parse(toText(session['uri']))).find((url) => url !== null)
  const year = sessions
    .map((session) => toText(session['start']).slice(0, 4))
    .find((text) => /^\d{4}$/.test(text))
  if (!pageUrl) return { name: '', source: createSource(`coscup-json-${year ?? ''}`) }
  const hostLabel = pageUrl.hostname.split('.').find((label) => label !== 'www') ?? pageUrl.hostname
  // `/2023/session/ABC` without the last two segments: the folder of the conference.
  const folder = pageUrl.pathname.split('/').slice(0, -2).join('/')
  return {
    name: `${hostLabel.toUpperCase()} ${year ?? ''}`.trim(),
    source: createSource(`${pageUrl.host}${folder}`),
  }
}
