import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSchedule } from './parse-schedule.ts'
import type { ImportedSchedule } from './schedule.ts'

function parseFixture(name: string): ImportedSchedule {
  return parseSchedule(readFileSync(new URL(`../../tests/fixtures/schedules/${name}`, import.meta.url)))
}

function sessionOf(schedule: ImportedSchedule, code: string) {
  const session = schedule.sessions.find((one) => one.code === code)
  if (!session) throw new Error(`no session ${code}`)
  return session
}

function summaryOf({ format, source, conference, issues, ...lists }: ImportedSchedule) {
  const { sessions, speakers, rooms, tracks } = lists
  const counts = [sessions.length, speakers.length, rooms.length, tracks.length].join(' ')
  return { format, source, title: conference.title, zone: conference.timeZone, counts, faults: issues.length }
}

describe('each format', () => {
  it.each([
    [
      'fosdem-2025-excerpt.xml',
      'schedule.xml',
      'schedule:fosdem-2025',
      'FOSDEM 2025',
      'Europe/Brussels',
      '3 7 2 2',
    ],
    [
      'camp-2019-excerpt.json',
      'schedule.json v1',
      'schedule:camp2019',
      'Chaos Communication Camp 2019',
      'Europe/Berlin',
      '4 5 2 4',
    ],
    ['democon-excerpt.json', 'schedule.json v1', 'schedule:democon', 'DemoCon', 'UTC', '4 4 2 2'],
    [
      'invalid-example.json',
      'schedule.json v1',
      'schedule:winterchaos2022',
      'Winterchaos',
      'Europe/Zurich',
      '1 1 1 1',
    ],
    ['hub-excerpt.json', 'schedule.json v2', 'schedule:38c3', '38C3', 'Europe/Berlin', '2 4 2 2'],
    ['pretalx-widget.json', 'pretalx', 'schedule:pretalx-2023-09', '', 'Asia/Shanghai', '5 1 2 1'],
    ['coscup-2023-excerpt.json', 'COSCUP', 'schedule:coscup-org-2023', 'COSCUP 2023', null, '3 4 4 3'],
  ])('%s is read as %s', (file, format, source, title, zone, counts) => {
    expect(summaryOf(parseFixture(file))).toEqual({ format, source, title, zone, counts, faults: 0 })
  })
})

describe('schedule.xml', () => {
  const schedule = parseFixture('fosdem-2025-excerpt.xml')

  it('gives a session all that the file says of it', () => {
    expect(sessionOf(schedule, '6712')).toEqual({
      key: 'fdbc5919-f702-524c-9331-3a2c670f6ff3',
      code: '6712',
      type: 'keynote',
      state: 'confirmed',
      title: { 'zh-CN': '', en: 'Welcome to FOSDEM 2025' },
      subtitle: { 'zh-CN': '', en: '' },
      abstract: {
        'zh-CN': '',
        en: 'FOSDEM welcome and opening talk.\n\nJoin us for the opening of our 25th event.',
      },
      language: 'en',
      startsAt: '2025-02-01T08:30:00Z',
      endsAt: '2025-02-01T08:50:00Z',
      trackKey: 'Keynotes',
      roomKey: 'Janson',
      otherRoomKeys: [],
      speakerKeys: ['2', '1324'],
      links: [
        {
          url: 'https://video.fosdem.org/2025/janson/fosdem-2025-6712-welcome-to-fosdem-2025.av1.webm',
          title: 'Video recording (AV1/WebM) - 56.3 MB',
        },
        {
          url: 'https://video.fosdem.org/2025/janson/fosdem-2025-6712-welcome-to-fosdem-2025.mp4',
          title: 'Video recording (MP4) - 357.1 MB',
        },
        {
          url: 'https://fosdem.org/2025/events/attachments/fosdem-2025-6712-welcome-to-fosdem-2025/slides/237789/2025-02-0_6CcRbRi.pdf',
          title: 'Talk slides',
        },
      ],
    })
  })

  it('names city, venue and dates of the conference', () => {
    expect(schedule.conference).toMatchObject({
      city: 'Brussels',
      venue: 'ULB (Université Libre de Bruxelles)',
      startsOn: '2025-02-01',
      endsOn: '2025-02-02',
    })
  })
})

describe('schedule.json', () => {
  it('keeps the instants of a file whose zone and offsets disagree', () => {
    const first = parseFixture('democon-excerpt.json').sessions.find(({ code }) => code === '25')
    expect(first).toMatchObject({ startsAt: '2020-12-14T08:00:00Z', endsAt: '2020-12-14T08:30:00Z' })
  })

  it('joins abstract and description, HTML in one of them', () => {
    const [session] = parseFixture('invalid-example.json').sessions
    expect(session?.abstract.en).toContain('Dieser Talk zeigt einige Basics')
    expect(session?.abstract.en).not.toMatch(/<br/)
  })

  it('of version 2 finds rooms by guid, tracks by slug and persons with their biographies', () => {
    const schedule = parseFixture('hub-excerpt.json')
    const session = sessionOf(schedule, 'HQCCYH')
    expect(schedule.rooms.find(({ key }) => key === session.roomKey)?.name.en).toBe('Saal 1')
    expect(schedule.tracks.find(({ key }) => key === session.trackKey)?.name.en).toBe('CCC')
    expect(session.speakerKeys).toHaveLength(3)
    expect(schedule.speakers[0]?.biography.en).toContain('Gabriela')
    expect(session.links.map(({ title }) => title)).toContain('foo bar')
  })
})

describe('pretalx', () => {
  const schedule = parseFixture('pretalx-widget.json')

  it('keeps talks, slots of one talk and breaks apart, by keys that outlive a release', () => {
    expect(schedule.sessions.map(({ key, type, state }) => [key, type, state])).toEqual([
      ['AAAAAA', 'talk', 'confirmed'],
      ['BBBBBB', 'talk', 'confirmed'],
      ['BBBBBB/2', 'talk', 'confirmed'],
      ['break Coffee 3', 'break', 'confirmed'],
      ['DDDDDD', 'talk', 'cancelled'],
    ])
  })

  it('puts every text in the slot of its language', () => {
    expect(sessionOf(schedule, 'AAAAAA').title).toEqual({ 'zh-CN': '電網儲能', en: 'Grid storage' })
  })

  it('notes what it left out', () => {
    expect(schedule.notices.map(({ key }) => key)).toEqual(['note.left_out', 'note.unknown_speaker'])
  })

  it('takes submissions and slots of its REST API', () => {
    const slot = { id: 1, start: '2023-09-06T09:00:00+08:00', end: '2023-09-06T09:30:00+08:00' }
    const room = { id: 5, name: { en: 'Hall 1' }, capacity: 90 }
    const submission = {
      code: 'AAAAAA',
      title: 'Talk',
      state: 'confirmed',
      speakers: [{ code: 'S', name: 'A' }],
    }
    const forms = [
      { count: 1, next: null, previous: null, results: [{ ...submission, slots: [{ ...slot, room }] }] },
      [{ ...submission, slot: { ...slot, room: { en: 'Hall 1' } } }],
      { id: 9, version: '1', slots: [{ ...slot, room, submission }] },
    ]
    for (const form of forms) {
      const read = parseSchedule(Buffer.from(JSON.stringify(form)))
      expect(read.sessions).toMatchObject([
        {
          key: 'AAAAAA',
          startsAt: '2023-09-06T01:00:00Z',
          endsAt: '2023-09-06T01:30:00Z',
          speakerKeys: ['S'],
        },
      ])
      expect(read.rooms).toMatchObject([{ name: { en: 'Hall 1' } }])
    }
  })

  it('lists submissions that have no slot as bad', () => {
    const { sessions, issues } = parseFixture('pretalx-submissions-excerpt.json')
    expect(sessions).toEqual([])
    expect(issues.map(({ position, messages }) => [position.path, messages.map(({ key }) => key)])).toEqual([
      ['[0]', ['entry.no_start', 'entry.no_room']],
      ['[1]', ['entry.no_start', 'entry.no_room']],
    ])
  })
})

describe('COSCUP JSON', () => {
  const schedule = parseFixture('coscup-2023-excerpt.json')

  it('keeps Chinese and English side by side, and a text given twice once', () => {
    const titles = schedule.sessions.map(({ title }) => title)
    expect(titles).toContainEqual({ 'zh-CN': '醫資標準的教育推廣', en: '' })
    expect(titles).toContainEqual({ 'zh-CN': '', en: 'Open source RISC-V GPGPU' })
    expect(titles.some((title) => title['zh-CN'] !== '' && title.en !== '')).toBe(true)
  })

  it('takes only links that can be followed', () => {
    const urls = schedule.sessions.flatMap(({ links }) => links.map(({ url }) => url))
    expect(urls.length).toBeGreaterThan(3)
    expect(urls.every((url) => url.startsWith('https://'))).toBe(true)
  })
})

it('schedule.json may have its rooms in a list, and an entry before its first day is noted', () => {
  const entry = { id: 1, title: 'Slip', date: '2023-06-12T10:00:00+08:00', duration: '00:30' }
  const days = [{ rooms: [{ name: 'Pier', events: [entry] }] }]
  const conference = { start: '2032-06-12', time_zone_name: 'Asia/Shanghai', days }
  const { sessions, notices } = parseSchedule(Buffer.from(JSON.stringify({ schedule: { conference } })))
  expect(sessions).toMatchObject([{ roomKey: 'Pier' }])
  expect(notices).toMatchObject([{ key: 'note.before_start', params: { startsOn: '2032-06-12' } }])
})
