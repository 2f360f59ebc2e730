import ICAL from 'ical.js'
import { afterEach, describe, expect, test } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { type CalendarEvent, writeCalendar } from './calendar-text.ts'
import { toCalendarEvent, findVTimezone } from './save-calendar.ts'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'

const deviceZone = process.env['TZ']
afterEach(() => {
  if (deviceZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = deviceZone
})

const zone = 'Asia/Shanghai'
const context = {
  forum: forumSetting,
  locale: 'zh-CN',
  origin: 'https://forum.example',
  cancelledLabel: '已取消',
} as const

const plain: CalendarEvent = {
  uid: 'opening@forum.example',
  sequence: 2,
  startMs: Date.parse('2023-09-06T01:00:00Z'),
  endMs: Date.parse('2023-09-06T02:30:00Z'),
  summary: '开幕式',
  location: 'A厅',
  description: '开幕式\nhttps://forum.example/agenda/opening',
  url: 'https://forum.example/agenda/opening',
  cancelled: false,
}

function write(
  events: readonly CalendarEvent[],
  options: { zone?: string; name?: string | null } = {},
): string {
  const inZone = options.zone ?? zone
  return writeCalendar({
    name: options.name === null ? undefined : (options.name ?? '我的议程'),
    timeZone: inZone,
    vtimezone: findVTimezone(inZone),
    createdAtMs: Date.parse('2023-09-01T08:00:00Z'),
    events,
  })
}

/** Parses the events with another library, with the time zones of the file itself. */
function read(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const block of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(block))
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

const octets = (line: string) => new TextEncoder().encode(line).length

const onlyEvent = (text: string): ICAL.Event => {
  const [event, ...others] = read(text)
  if (!event || others.length > 0) throw new Error('not one event')
  return event
}

test('a file has no METHOD, and a name only where it is given one', () => {
  const [named, nameless] = [write([plain, { ...plain, uid: 'b' }]), write([plain], { name: null })]
  expect([named, nameless].filter((text) => /^METHOD/m.test(text))).toEqual([])
  expect(new ICAL.Component(ICAL.parse(named)).getFirstPropertyValue('x-wr-calname')).toBe('我的议程')
  expect(nameless).not.toMatch(/^X-WR-CALNAME/m)
})

describe('times', () => {
  for (const device of ['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu']) {
    test(`are wall time of the venue with its zone, made on a device in ${device} [304]`, () => {
      process.env['TZ'] = device
      expect(new Date(plain.startMs).getHours()).toBe(
        Number(
          new Intl.DateTimeFormat('en', { timeZone: device, hour: 'numeric', hourCycle: 'h23' }).format(
            plain.startMs,
          ),
        ),
      )
      const text = write([plain])
      expect(text).toContain('\r\nDTSTART;TZID=Asia/Shanghai:20230906T090000\r\n')
      const event = onlyEvent(text)
      expect(event.startDate.zone?.tzid).toBe(zone)
      expect(event.startDate.toJSDate().getTime()).toBe(plain.startMs)
      expect(event.endDate.toJSDate().getTime()).toBe(plain.endMs)
    })
  }

  test('follow a zone over the change of its clocks [304]', () => {
    const startMs = Date.parse('2024-03-31T00:30:00Z')
    const events = [0, 1, 2].map((hours) => ({
      ...plain,
      uid: `hour-${hours}@forum.example`,
      startMs: startMs + hours * 3_600_000,
      endMs: startMs + hours * 3_600_000 + 60_000,
    }))
    const found = read(write(events, { zone: 'Europe/Berlin' })).map((event) =>
      event.startDate.toJSDate().getTime(),
    )
    expect(found).toEqual(events.map((event) => event.startMs))
  })

  test.each(['Europe/Amsterdam', 'Asia/Kuala_Lumpur', 'Asia/Calcutta', 'Etc/GMT-2', 'UTC'])(
    'are those of %s, which the database may have by another name',
    (inZone) => {
      process.env['TZ'] = 'America/New_York'
      const text = write([plain], { zone: inZone })
      const namesOf = (line: RegExp) => new Set([...text.matchAll(line)].map(([, name]) => name))
      expect(namesOf(/^DT(?:START|END);TZID=([^:]+)/gm)).toEqual(namesOf(/^TZID:(.+)\r$/gm))
      expect(onlyEvent(text).startDate.toJSDate().getTime()).toBe(plain.startMs)
    },
  )

  test('of a forum in a zone that the database does not have are in UTC', () => {
    const text = writeCalendar({
      name: '',
      timeZone: 'Etc/Nowhere',
      vtimezone: undefined,
      createdAtMs: 0,
      events: [plain],
    })
    expect(text).toContain('DTSTART:20230906T010000Z')
    expect(onlyEvent(text).startDate.toJSDate().getTime()).toBe(plain.startMs)
  })
})

describe('texts', () => {
  const hostile = [
    '逗号，,分号;；反斜杠\\n引号"冒号:',
    'line one\r\nBEGIN:VEVENT\nUID:evil\rEND:VEVENT',
    '能源转型'.repeat(2500),
    'Ω🏛️é'.repeat(2000),
    ` ${'x'.repeat(74)}`,
  ]
  for (const [index, words] of hostile.entries()) {
    test(`come back as they were, number ${index} [304]`, () => {
      const text = write([{ ...plain, summary: words, location: words, description: words }], { name: words })
      const event = onlyEvent(text)
      const expected = words.replace(/\r\n?/g, '\n')
      expect([event.summary, event.location, event.description]).toEqual([expected, expected, expected])
      expect(event.uid).toBe(plain.uid)
    })

    test(`are folded at 75 octets between characters, number ${index} [304]`, () => {
      const text = write([{ ...plain, description: words }])
      expect(text.endsWith('\r\n')).toBe(true)
      const lines = text.split('\r\n')
      expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75)
      // A character cut in half would be a lone surrogate.
      expect(text.isWellFormed()).toBe(true)
    })
  }

  test('lose control characters, which calendars refuse', () => {
    const event = onlyEvent(write([{ ...plain, summary: 'a\u0000b\u0007c\u001bd\u007f\te' }]))
    expect(event.summary).toBe('abcd\te')
  })
})

describe('a session', () => {
  const programme = createProgramme(
    sessionRow({ id: 'opening', version: 4, track: 't2', room: 'hall-a', speakers: ['dean'] }),
    sessionRow({ id: 'gone', state: 'cancelled' }),
    sessionRow({ id: 'everywhere', room: null, other_rooms: ['hall-a', 'hall-b'] }),
    sessionRow({ id: 'bare', title: { 'zh-CN': '', en: 'Only English' }, room: null }),
  )
  const eventOf = (id: string, origin: string = context.origin) => {
    const item = programme.byId.get(id)
    if (!item) throw new Error(`no ${id}`)
    return toCalendarEvent(item, { ...context, origin }, '2023-08-30T10:00:00Z')
  }

  test('says where, who, and where to read more', () => {
    const event = onlyEvent(write([eventOf('opening')]))
    expect(event.location).toBe('A厅, 苏州国际博览中心')
    expect(onlyEvent(write([eventOf('everywhere')])).location).toBe('A厅、B厅, 苏州国际博览中心')
    expect(event.description.split('\n')).toEqual([
      'Session opening',
      'II 风能与太阳能',
      '能源学院院长',
      'https://forum.example/agenda/opening',
    ])
    expect(event.component.getFirstPropertyValue('url')).toBe('https://forum.example/agenda/opening')
  })

  test('keeps its identity, and its later version has the higher number', () => {
    const event = onlyEvent(write([eventOf('opening')]))
    expect([event.uid, event.sequence]).toEqual(['opening@forum.example', 3])
    expect(String(event.component.getFirstPropertyValue('last-modified'))).toBe('2023-08-30T10:00:00Z')
    expect(String(event.component.getFirstPropertyValue('dtstamp'))).toBe('2023-09-01T08:00:00Z')
  })

  test('that is cancelled says so by its state and in its title, and leaves the time free [304]', () => {
    const event = onlyEvent(write([eventOf('gone')]))
    expect(event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
    expect(event.summary).toBe('已取消: 议题 gone')
    expect(onlyEvent(write([eventOf('opening')])).component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  test('without room, speakers or a title in the reader’s language is complete all the same', () => {
    const event = onlyEvent(write([eventOf('bare')]))
    expect([event.summary, event.location]).toEqual(['Only English', '苏州国际博览中心'])
  })

  test('and others make one file', () => {
    const uids = read(write(['opening', 'gone', 'bare'].map((id) => eventOf(id)))).map((event) => event.uid)
    expect(uids).toEqual(['opening@forum.example', 'gone@forum.example', 'bare@forum.example'])
  })
})
