import type { Localized } from '#contract/locale.ts'
import { emptyConference, toConference, toSource } from '../conference.ts'
import { toEntryTime, toLinkDrafts } from '../entry-fields.ts'
import { isRecord, toRecord, toRecords, toText } from '../json-syntax.ts'
import { toLanguageTag, toSessionType } from '../type-and-language.ts'
import { anyText, localizedPair, noText, toLocalized } from '../localized-text.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ImportedSchedule, ImportedSessionType } from '../schedule.ts'
import type { SpeakerDraft } from '../speaker-list.ts'

type Json = Record<string, unknown>

/** Parses the JSON of COSCUP and related conferences: every text in Chinese and English side by side. */
export function parseCoscupJson(file: Json, assumedZone: string | null): ImportedSchedule {
  const builder = new ScheduleBuilder()
  for (const room of toRecords(file['rooms'])) {
    const key = toText(room['id'])
    builder.addRoom({
      key,
      name: orKey(pair(room, 'name', toLine), key),
      description: noText,
      capacity: null,
    })
  }
  const types = new Map<string, ImportedSessionType>()
  for (const type of toRecords(file['session_types'])) {
    const key = toText(type['id'])
    const name = pair(type, 'name', toLine)
    types.set(key, toSessionType(`${name['zh-CN']} ${name.en}`))
    builder.addTrack({ key, name: orKey(name, key), description: noText })
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

/** Reads texts by language, or one text in the item itself. */
function pair(item: Json, field: string, clean: (text: string) => string): Localized {
  const both = localizedPair(
    clean(toText(toRecord(item['zh'])[field])),
    clean(toText(toRecord(item['en'])[field])),
  )
  return anyText(both) === '' ? toLocalized(item[field], clean) : both
}

/** Lists the ids of a list or a single id. */
function listIds(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.map(toText).filter(Boolean)
}

/** Speakers are ids, or objects in the session. */
function listSpeakers(builder: ScheduleBuilder, value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((one) => {
    if (!isRecord(one)) return listIds(one)
    const id = toText(one['id'])
    const name = pair(one, 'name', toLine)
    return anyText(name) === '' ? listIds(id) : [builder.addSpeaker(toSpeaker(one))]
  })
}

function toSpeaker(speaker: Json): SpeakerDraft {
  const code = toText(speaker['id'])
  const name = orKey(pair(speaker, 'name', toLine), code)
  return { code, name, biography: pair(speaker, 'bio', toPlainText), links: toLinkDrafts(speaker['links']) }
}

/** Falls back to the id, which is a readable name in this format (`TR 616`). */
function orKey(name: Localized, key: string): Localized {
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
    description: noText,
    capacity: null,
  })
  builder.addSession({
    place: { path },
    key: id,
    id: '',
    code: id || null,
    type,
    state: 'confirmed',
    title: pair(session, 'title', toLine),
    subtitle: pair(session, 'subtitle', toLine),
    abstract: pair(session, 'description', toPlainText),
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
  const page = sessions.map((session) => URL.parse(toText(session['uri']))).find((url) => url !== null)
  const year = sessions
    .map((session) => toText(session['start']).slice(0, 4))
    .find((text) => /^\d{4}$/.test(text))
  if (!page) return { name: '', source: toSource(`coscup-json-${year ?? ''}`) }
  const label = page.hostname.split('.').find((part) => part !== 'www') ?? page.hostname
  const folder = page.pathname.split('/').slice(0, -2).join('/')
  return { name: `${label.toUpperCase()} ${year ?? ''}`.trim(), source: toSource(`${page.host}${folder}`) }
}
