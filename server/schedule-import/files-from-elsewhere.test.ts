import { describe, expect, it } from 'vitest'
import { parseSchedule } from './parse-schedule.ts'
import type { ImportedSchedule } from './schedule.ts'

interface Person {
  id?: number
  guid?: string
  name: string
}

interface Entry {
  id: number | string
  guid?: string
  title: string
  /** Date, time and offset. */
  at: string
  duration?: string
  persons?: Person[]
  links?: { url: string; title?: string }[]
}

interface File {
  generator?: string
  base?: string
  zone?: string
  end?: string
  entries: Entry[]
}

const formats = { 'schedule.xml': toXml, 'schedule.json v1': toJson1, 'schedule.json v2': toJson2 }

function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`))
    .join('')
}

function toXml({ generator = '', base = '', zone = '', end = '', entries }: File): string {
  const events = entries.map(({ id, guid, title, at, duration = '00:30', persons = [], links = [] }) => {
    const people = persons.map(({ name, ...ids }) => `<person${attributes(ids)}>${name}</person>`).join('')
    const list = links.map((link) => `<link href="${link.url}">${link.title ?? ''}</link>`).join('')
    return `<event${attributes({ id, guid })}><title>${title}</title><date>${at}</date><start>${at.slice(11, 16)}</start>
      <duration>${duration}</duration><persons>${people}</persons><links>${list}</links></event>`
  })
  return `<schedule><generator name="${generator}"/><conference><acronym>lake</acronym><end>${end}</end>
    <base_url>${base}</base_url><time_zone_name>${zone}</time_zone_name></conference>
    <day><room name="Pier">${events.join('')}</room></day></schedule>`
}

function headOf({ zone = '', end = '' }: File) {
  return { acronym: 'lake', time_zone_name: zone, end }
}

function toJson1(file: File): string {
  const { generator = '', base = '', entries } = file
  const events = entries.map(({ at, duration = '00:30', ...entry }) => ({ ...entry, date: at, duration }))
  const conference = { ...headOf(file), days: [{ rooms: { Pier: events } }] }
  return JSON.stringify({ schedule: { generator: { name: generator }, base_url: base, conference } })
}

function toJson2(file: File): string {
  const { generator = '', base = '', entries } = file
  const events = entries.map(({ at, duration = '00:30', id, guid, ...entry }) => ({
    ...entry,
    id,
    guid: guid ?? String(id),
    start: at,
    duration,
    room: { name: 'Pier' },
  }))
  return JSON.stringify({
    schedule: { generator: { name: generator }, base_url: base, conference: headOf(file), events },
  })
}

function read(text: string): ImportedSchedule {
  return parseSchedule(Buffer.from(text))
}

/** Each title with the names of its speakers. */
function listSpeakerNames({ sessions, speakers }: ImportedSchedule): Record<string, string[]> {
  const names = new Map(speakers.map(({ key, name }) => [key, name.en]))
  return Object.fromEntries(
    sessions.map(({ title, speakerKeys }) => [title.en, speakerKeys.map((key) => names.get(key) ?? key)]),
  )
}

function startOfKeys(schedule?: ImportedSchedule): string[] | undefined {
  return schedule?.sessions.map(({ key, startsAt }) => `${key} ${startsAt}`)
}

function noteKeys({ notices }: ImportedSchedule): string[] {
  return notices.map(({ key }) => key).filter((key) => key !== 'note.overlap')
}

const at = (hour: number, day = 12): string => `2032-06-${day}T${String(hour).padStart(2, '0')}:00:00+08:00`

describe.each(Object.entries(formats))('%s: persons', (_, format) => {
  it('who share a number are distinguished by their names, with one note per number', () => {
    const schedule = read(
      format({
        entries: [
          { id: 'a', title: 'One', at: at(10), persons: [{ id: 0, name: 'Avo' }] },
          {
            id: 'b',
            title: 'Two',
            at: at(11),
            persons: [
              { id: 0, name: 'Bea' },
              { id: 0, name: 'Cem' },
            ],
          },
          { id: 'c', title: 'Three', at: at(12), persons: [{ id: 9, name: 'Dot' }] },
          {
            id: 'd',
            title: 'Four',
            at: at(13),
            persons: [
              { id: 9, name: 'Eno' },
              { id: 0, name: 'Avo' },
            ],
          },
        ],
      }),
    )
    expect(listSpeakerNames(schedule)).toEqual({
      One: ['Avo'],
      Two: ['Bea', 'Cem'],
      Three: ['Dot'],
      Four: ['Eno', 'Avo'],
    })
    expect(schedule.speakers).toHaveLength(5)
    expect(schedule.notices.filter(({ key }) => key === 'note.shared_person')).toEqual([
      { key: 'note.shared_person', params: { number: '0', names: 3 } },
      { key: 'note.shared_person', params: { number: '9', names: 2 } },
    ])
  })

  it('with two numbers are two, with one guid one, whatever their names', () => {
    const guid = '5eed0000-0000-4000-9000-000000000001'
    const schedule = read(
      format({
        entries: [
          { id: 'a', title: 'One', at: at(10), persons: [{ id: 21, name: 'Sam Twice' }] },
          { id: 'b', title: 'Two', at: at(11), persons: [{ id: 22, name: 'Sam Twice' }] },
          { id: 'c', title: 'Three', at: at(12), persons: [{ id: 30, guid, name: 'Fee Proba' }] },
          { id: 'd', title: 'Four', at: at(13), persons: [{ id: 30, guid, name: 'Fee Proba-Nova' }] },
        ],
      }),
    )
    expect(schedule.speakers).toHaveLength(3)
    expect(listSpeakerNames(schedule)['Four']).toEqual(['Fee Proba'])
    expect(noteKeys(schedule)).toEqual([])
  })

  it('with one guid in two writings are one, and so are two apostrophes in a name', () => {
    const guid = 'abcdef00-0000-4000-9000-000000000001'
    const schedule = read(
      format({
        entries: [
          { id: 'a', title: 'One', at: at(10), persons: [{ guid: guid.toUpperCase(), name: 'Guy' }] },
          { id: 'b', title: 'Two', at: at(11), persons: [{ guid, name: 'Guy' }] },
          { id: 'c', title: 'Three', at: at(12), persons: [{ id: 5, name: 'Mo O’Neil' }] },
          { id: 'd', title: 'Four', at: at(13), persons: [{ id: 5, name: "Mo O'Neil" }] },
        ],
      }),
    )
    expect(schedule.speakers).toMatchObject([{ key: guid }, { key: '5' }])
  })

  it('named without a number are the one person of that name', () => {
    const schedule = read(
      format({
        entries: [
          { id: 'a', title: 'One', at: at(10), persons: [{ name: 'Avo' }] },
          { id: 'b', title: 'Two', at: at(11), persons: [{ id: 5, name: 'AVO' }] },
          { id: 'c', title: 'Three', at: at(12), persons: [{ id: 0, name: 'Avo' }] },
        ],
      }),
    )
    expect(schedule.speakers).toMatchObject([{ key: '5' }])
  })
})

describe.each(Object.entries(formats))('%s: entries', (_, format) => {
  const guid = '5eed0000-0000-4000-8000-000000000011'

  it('at two times are two sessions, and one written twice is one', () => {
    const later = { id: 11, guid, title: 'Patching a tent', at: at(14, 13) }
    const schedule = read(format({ entries: [{ ...later, at: at(10) }, later, later] }))
    expect(schedule.issues).toEqual([])
    expect(schedule.sessions.map(({ key, startsAt }) => [key, startsAt])).toEqual([
      [guid, '2032-06-12T02:00:00Z'],
      [`${guid}/2`, '2032-06-13T06:00:00Z'],
    ])
    expect(noteKeys(schedule)).toEqual(['note.repeated', 'note.several_slots'])
  })

  it('have one guid in whatever writing, and none where it is of zeros', () => {
    const zeros = '00000000-0000-0000-0000-000000000000'
    const caps = 'ABCDEF00-0000-4000-8000-000000000011'
    const { sessions } = read(
      format({
        entries: [
          { id: 1, guid: caps, title: 'Tents', at: at(10) },
          { id: 1, guid: caps.toLowerCase(), title: 'Tents', at: at(10) },
          { id: 5, guid: zeros, title: 'Maps', at: at(11) },
          { id: 6, guid: zeros, title: 'Hats', at: at(12) },
        ],
      }),
    )
    expect(sessions.map(({ key }) => key)).toEqual([caps.toLowerCase(), '5', '6'])
  })

  it('without an id are identified by their titles, wherever they are', () => {
    const entries = [
      { id: '', title: 'Round table', at: at(16) },
      { id: '', title: 'Tea', at: at(9) },
      { id: '', title: 'Tea', at: at(15) },
    ]
    const [one, other] = [entries, entries.toReversed()].map((list) => read(format({ entries: list })))
    expect(one?.issues).toEqual([])
    expect(noteKeys(one as ImportedSchedule)).toEqual(['note.no_id', 'note.several_slots'])
    expect(startOfKeys(one)).toHaveLength(3)
    expect(startOfKeys(other)?.toSorted()).toEqual(startOfKeys(one)?.toSorted())
  })

  it('of one guid, time and room that differ are refused', () => {
    const { issues, sessions } = read(
      format({
        entries: [
          { id: 1, guid, title: 'One', at: at(10) },
          { id: 1, guid, title: 'Two', at: at(10) },
        ],
      }),
    )
    expect(issues.map(({ messages }) => messages[0]?.key)).toEqual(['entry.duplicate'])
    expect(sessions).toHaveLength(1)
  })

  it('that last longer than a day, or beyond the conference, are noted', () => {
    const schedule = read(
      format({
        end: '2032-06-13',
        zone: 'Asia/Shanghai',
        entries: [
          { id: 1, title: 'Lanterns', at: at(10), duration: 'P1DT6H30M' },
          { id: 2, title: 'Until midnight', at: at(23, 13), duration: '01:00' },
          { id: 3, title: 'Past midnight', at: at(23, 13), duration: '01:01' },
        ],
      }),
    )
    expect(schedule.issues).toEqual([])
    expect(schedule.notices.filter(({ key }) => key !== 'note.overlap')).toMatchObject([
      { key: 'note.long', params: { hours: 30.5 } },
      { key: 'note.after_end', params: { endsOn: '2032-06-13' } },
    ])
  })

  it.each([
    ['pretalx', '2032-06-13T08:30:00Z'],
    ['', '2032-06-12T03:06:30Z'],
  ])('last as long as the generator %j means', (generator, endsAt) => {
    const entries = [{ id: 1, title: 'Lanterns', at: at(10), duration: '1:06:30' }]
    expect(read(format({ generator, entries })).sessions).toMatchObject([{ endsAt }])
  })

  it('have links that belong to the address of the schedule; the others are counted', () => {
    const links = ['/a.pdf', 'papers/b.pdf', 'www.example.org', 'javascript:alert(1)', 'mailto:a@example.org']
    const base = 'https://lake.example.org/plan/'
    const entries = [{ id: 1, title: 'One', at: at(10), links: links.map((url) => ({ url, title: 'x' })) }]
    const schedule = read(format({ base, entries }))
    expect(schedule.sessions[0]?.links.map(({ url }) => url)).toEqual([
      'https://lake.example.org/a.pdf',
      'https://lake.example.org/plan/papers/b.pdf',
      'https://www.example.org',
    ])
    expect(schedule.notices).toEqual([{ key: 'note.dropped_links', params: { count: 2 } }])
  })
})

describe('schedule.xml', () => {
  it('with ids of merged files: a guid precedes an id, and a title distinguishes entries of one id', () => {
    const schedule = read(
      toXml({
        entries: [
          { id: 12, guid: 'g', title: 'Welcome', at: at(10) },
          { id: 12, guid: 'h', title: 'Songs', at: at(21) },
          { id: 900, title: 'Tea', at: at(9) },
          { id: 900, title: 'Tea', at: at(15) },
          { id: 7, title: 'Maps', at: at(16) },
          { id: 7, title: 'Hats', at: at(17) },
        ],
      }),
    )
    expect(schedule.issues).toEqual([])
    expect(schedule.sessions.map(({ key }) => key)).toEqual(['g', 'h', '900', '900/2', '7 Maps', '7 Hats'])
    expect(noteKeys(schedule)).toEqual(['note.shared_id', 'note.shared_id', 'note.several_slots'])
  })

  it('has links in every shape that generators write', () => {
    const shapes = `<links><link><url>https://lake.example.org/a</url><title>Notes A</title></link>
      <link>https://lake.example.org/b</link>
      <link href="https://lake.example.org/c"><type>related</type><title>Notes C</title></link>
      <link href="https://lake.example.org/d">Notes D</link></links>
      <attachments><attachment><url>https://lake.example.org/e.pdf</url><title>Slides</title></attachment></attachments>
      <links>https://lake.example.org/f</links><link url="https://lake.example.org/g" title="Notes G"/>
      <attachments><attachment><link>https://lake.example.org/h.pdf</link></attachment></attachments>
      <video_download_url>https://lake.example.org/i.mp4</video_download_url>`
    const text = toXml({ entries: [{ id: 1, title: 'One', at: at(10) }] })
    expect(read(text.replace('<links></links>', shapes)).sessions[0]?.links).toEqual([
      { url: 'https://lake.example.org/a', title: 'Notes A' },
      { url: 'https://lake.example.org/b', title: 'lake.example.org' },
      { url: 'https://lake.example.org/c', title: 'Notes C' },
      { url: 'https://lake.example.org/d', title: 'Notes D' },
      { url: 'https://lake.example.org/g', title: 'Notes G' },
      { url: 'https://lake.example.org/f', title: 'lake.example.org' },
      { url: 'https://lake.example.org/e.pdf', title: 'Slides' },
      { url: 'https://lake.example.org/h.pdf', title: 'lake.example.org' },
      { url: 'https://lake.example.org/i.mp4', title: 'lake.example.org' },
    ])
  })

  it('of a template has its persons without a list around them', () => {
    const text = toXml({ entries: [{ id: 1, title: 'One', at: at(10) }] })
    const bare = text.replace(
      '<persons></persons>',
      '<person>Gia Testova</person><person></person><person code="AB1" name="Hal Muestra"/>',
    )
    expect(listSpeakerNames(read(bare))).toEqual({ One: ['Gia Testova', 'Hal Muestra'] })
    expect(read(bare).speakers).toMatchObject([{ key: 'AB1' }, { key: 'Gia Testova' }])
  })

  it('of a template has persons as the text of their list, the type in the track, and a state', () => {
    const text = toXml({ entries: [{ id: 1, title: 'One', at: at(10) }] })
    const bare = text.replace(
      '<persons></persons>',
      '<persons>Gia Testova</persons><track>Break</track><state>canceled</state>',
    )
    expect(listSpeakerNames(read(bare))).toEqual({ One: ['Gia Testova'] })
    expect(read(bare).sessions).toMatchObject([{ type: 'break', state: 'cancelled' }])
  })

  it('takes no room of the day before', () => {
    const text = toXml({ entries: [{ id: 1, title: 'One', at: at(10) }] })
    const day = '<day><event id="2"><title>Two</title><duration>1:00</duration></event></day></schedule>'
    expect(read(text.replace('</schedule>', day)).issues[0]?.messages).toContainEqual({
      key: 'entry.no_room',
    })
  })

  it('has the clock of an entry beside a date at midnight', () => {
    const entries = [
      { id: 1, title: 'One', at: at(0) },
      { id: 2, title: 'Two', at: '2032-06-12T00:00:00Z' },
    ]
    const text = toXml({ zone: 'Asia/Shanghai', entries })
      .replace('<start>00:00', '<start>10:30')
      .replace('<start>00:00', '<start>08:00')
    expect(read(text).sessions.map(({ startsAt }) => startsAt)).toEqual([
      '2032-06-12T02:30:00Z',
      '2032-06-12T00:00:00Z',
    ])
  })
})

describe('schedule.json', () => {
  it.each([
    ['v1', toJson1, 'speakers'],
    ['v2', toJson2, 'speakers'],
  ])('%s has its persons by name in any writing, and its links outside of a list', (_, format, key) => {
    const entries = [{ id: 1, title: 'One', at: at(10), persons: [], links: [] }]
    const persons = [{ name: { en: 'Avo' } }, 'Bea', { first_name: 'Cem', last_name: 'Deneme' }]
    const text = format({ entries })
      .replace('"persons":[]', `"${key}":${JSON.stringify(persons)}`)
      .replace('"links":[]', '"links":"https://lake.example.org/a"')
    expect(listSpeakerNames(read(text))).toEqual({ One: ['Avo', 'Bea', 'Cem Deneme'] })
    expect(read(text).sessions[0]?.links).toMatchObject([{ url: 'https://lake.example.org/a' }])
  })

  it('puts an entry of the night after into the day that contains it', () => {
    const entry = { id: 1, title: 'One', start: '01:30', duration: '00:30' }
    const day = { date: '2032-06-12', day_start: '2032-06-12T09:00:00+08:00', rooms: { Pier: [entry] } }
    const conference = { time_zone_name: 'Asia/Shanghai', days: [day] }
    expect(read(JSON.stringify({ schedule: { conference } })).sessions).toMatchObject([
      { startsAt: '2032-06-12T17:30:00Z' },
    ])
  })

  it('of version 2 has persons of its list by their ids', () => {
    const entries = [{ id: 1, title: 'One', at: at(10), persons: [] }]
    const text = toJson2({ entries })
      .replace('"persons":[]', '"persons":[5]')
      .replace('"events"', '"persons":[{"id":5,"name":"Avo"}],"events"')
    expect(listSpeakerNames(read(text))).toEqual({ One: ['Avo'] })
  })
})
