import type { Localized } from '#contract/locale.ts'
import { silentConference, toConference, toSource } from '../conference.ts'
import { entryTime } from '../entry-parts.ts'
import { toRecord, toRecords, toText } from '../json-values.ts'
import { toLanguageTag } from '../language-tag.ts'
import { localizedPair, noText } from '../localized-text.ts'
import { toLine, toPlainText } from '../plain-text.ts'
import { ScheduleBuilder } from '../schedule-builder.ts'
import type { ImportedSchedule, ImportedSessionType } from '../schedule.ts'
import { toSessionType } from '../session-type.ts'

type Json = Record<string, unknown>

/** Reads the JSON of COSCUP and its sister conferences: every text in Chinese and English side by side. */
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
  const typeOf = new Map<string, ImportedSessionType>()
  for (const type of toRecords(file['session_types'])) {
    const key = toText(type['id'])
    const name = pair(type, 'name', toLine)
    typeOf.set(key, toSessionType(`${name['zh-CN']} ${name.en}`))
    builder.addTrack({ key, name: orKey(name, key), description: noText })
  }
  for (const speaker of toRecords(file['speakers'])) {
    const key = toText(speaker['id'])
    const name = orKey(pair(speaker, 'name', toLine), key)
    builder.addSpeaker({ code: key, name, biography: pair(speaker, 'bio', toPlainText), links: [] })
  }
  const sessions: unknown[] = Array.isArray(file['sessions']) ? file['sessions'] : []
  sessions.forEach((session, index) => {
    const type = typeOf.get(toText(toRecord(session)['type'])) ?? 'talk'
    addSession(builder, toRecord(session), type, { path: `sessions[${index}]`, zone: assumedZone })
  })
  const { name, source } = identityOf(toRecords(sessions))
  const { conference } = toConference({ ...silentConference, title: name })
  return builder.build({ format: 'COSCUP', source, conference })
}

function pair(thing: Json, field: string, clean: (text: string) => string): Localized {
  return localizedPair(
    clean(toText(toRecord(thing['zh'])[field])),
    clean(toText(toRecord(thing['en'])[field])),
  )
}

/** Ids are names here (`TR 616`), good enough for what has no other. */
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
  const broadcast: unknown[] = Array.isArray(session['broadcast']) ? session['broadcast'] : []
  const speakers: unknown[] = Array.isArray(session['speakers']) ? session['speakers'] : []
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
    ...entryTime({ moment: toText(session['start']), end: toText(session['end']), duration: '', zone }),
    trackKey: toText(session['type']) || null,
    roomKey,
    otherRoomKeys: broadcast.map(toText).filter(Boolean),
    speakerKeys: speakers.map(toText).filter(Boolean),
    links: ['slide', 'co_write', 'live', 'record', 'qa'].map((key) => ({
      url: toText(session[key]),
      title: '',
    })),
  })
}

/** The format names no conference, but each session has its page: `https://coscup.org/2023/session/…`. */
function identityOf(sessions: readonly Json[]): { name: string; source: string } {
  const page = sessions.map((session) => URL.parse(toText(session['uri']))).find((url) => url !== null)
  const year = sessions
    .map((session) => toText(session['start']).slice(0, 4))
    .find((text) => /^\d{4}$/.test(text))
  if (!page) return { name: '', source: toSource(`coscup-json-${year ?? ''}`) }
  const label = page.hostname.split('.').find((part) => part !== 'www') ?? page.hostname
  const folder = page.pathname.split('/').slice(0, -2).join('/')
  return { name: `${label.toUpperCase()} ${year ?? ''}`.trim(), source: toSource(`${page.host}${folder}`) }
}
