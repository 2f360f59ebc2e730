import { describe, expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { getZoneOffsetMinutes } from '#contract/time.ts'
import { toForumSetting } from './adopt-conference.ts'
import { parseSchedule } from './parse-schedule.ts'

function settingOf(file: unknown, before = forumSetting) {
  return toForumSetting(
    parseSchedule(Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))),
    before,
  )
}

function coscup(offset: string) {
  const session = { id: 'A', room: 'R', zh: { title: 't' }, uri: 'https://coscup.org/2023/session/A' }
  return {
    sessions: [{ ...session, start: `2023-07-29T23:00:00${offset}`, end: `2023-07-30T00:30:00${offset}` }],
  }
}

describe('a conference as the forum', () => {
  it('gives its name, dates, zone, city and venue', () => {
    const event =
      '<event id="1"><title>t</title><date>2025-02-01T09:00:00+01:00</date><duration>1:00</duration></event>'
    const head = `<title>FOSDEM 2025</title><city>Brussels</city><venue>ULB</venue><start>2025-02-01</start>
      <end>2025-02-02</end><time_zone_name>Europe/Brussels</time_zone_name>`
    expect(
      settingOf(
        `<schedule><conference>${head}</conference><day><room name="R">${event}</room></day></schedule>`,
      ),
    ).toEqual({
      name: { 'zh-CN': 'FOSDEM 2025', en: 'FOSDEM 2025' },
      shortName: { 'zh-CN': 'FOSDEM 2025', en: 'FOSDEM 2025' },
      city: { 'zh-CN': 'Brussels', en: 'Brussels' },
      venue: { 'zh-CN': 'ULB', en: 'ULB' },
      timeZone: 'Europe/Brussels',
      startsOn: '2025-02-01',
      endsOn: '2025-02-02',
    })
  })

  it('takes the dates of its sessions, and empties city and venue, when the file is silent', () => {
    expect(settingOf(coscup('+08:00'))).toMatchObject({
      name: { 'zh-CN': 'COSCUP 2023', en: 'COSCUP 2023' },
      city: { 'zh-CN': '', en: '' },
      venue: { 'zh-CN': '', en: '' },
      startsOn: '2023-07-29',
      endsOn: '2023-07-30',
    })
  })

  it.each([
    ['+08:00', 'Asia/Taipei', 'Asia/Taipei'],
    ['+08:00', 'Europe/Brussels', 'Asia/Shanghai'],
    ['+02:00', 'Europe/Brussels', 'Europe/Brussels'],
    ['-03:00', 'Europe/Brussels', 'Etc/GMT+3'],
    ['Z', 'Europe/Brussels', 'UTC'],
    ['-03:30', 'Europe/Brussels', '-03:30'],
    ['-02:30', 'America/St_Johns', 'America/St_Johns'],
  ])('whose times are written with %s, in a forum in %s, is in %s', (offset, timeZone, expected) => {
    expect(settingOf(coscup(offset), { ...forumSetting, timeZone }).timeZone).toBe(expected)
  })

  it('whose times are written with half an hour is in a zone that has a name, since old browsers know no other', () => {
    const { timeZone } = settingOf(coscup('+05:30'))
    expect(timeZone).toMatch(/^[A-Z]/)
    expect(zoneOffsets(timeZone)).toEqual([330, 330])
  })

  it('is the zone of the clocks that the file has beside times in UTC', () => {
    const events = [
      ['2032-06-12T14:00:00Z', '09:00'],
      ['2032-06-13T02:00:00Z', '21:00'],
    ].map(
      ([date, start]) =>
        `<event id="${start}"><title>t</title><date>${date}</date><start>${start}</start><duration>1:00</duration></event>`,
    )
    const day = `<day><room name="R">${events.join('')}</room></day>`
    expect(settingOf(`<schedule><conference/>${day}</schedule>`)).toMatchObject({
      timeZone: 'Etc/GMT+5',
      endsOn: '2032-06-12',
    })
  })

  it.each(['xml', 'json'])(
    'has the clock that the file prints, where times have offsets and no zone is named: %s',
    (kind) => {
      const date = '2032-06-12T23:00:00+02:00'
      const event = `<event id="1"><title>t</title><date>${date}</date><start>23:00</start><duration>0:45</duration></event>`
      const entry = { id: 1, title: 't', date, start: '23:00', duration: '0:45' }
      const file =
        kind === 'xml'
          ? `<schedule><conference/><day><room name="R">${event}</room></day></schedule>`
          : { schedule: { conference: { days: [{ rooms: { R: [entry] } }] } } }
      expect(settingOf(file)).toMatchObject({
        timeZone: 'Etc/GMT-2',
        startsOn: '2032-06-12',
        endsOn: '2032-06-12',
      })
    },
  )

  it('is in a zone that has both offsets of a night in which the clocks change', () => {
    const file = coscup('+01:00')
    const [session] = file.sessions
    const next = { ...session, id: 'B', start: '2023-07-31T10:00:00+02:00', end: '2023-07-31T11:00:00+02:00' }
    const march = JSON.stringify({ sessions: [session, next] })
      .replaceAll('2023-07-29', '2023-03-25')
      .replaceAll('2023-07-30', '2023-03-26')
      .replaceAll('2023-07-31', '2023-03-27')
    expect(settingOf(march, { ...forumSetting, timeZone: 'Europe/Brussels' }).timeZone).toBe(
      'Europe/Brussels',
    )
    expect(zoneOffsets(settingOf(march).timeZone)).toEqual([60, 120])
  })

  it('is not stretched by a session with a slip in its length', () => {
    const file = coscup('+08:00')
    const [session] = file.sessions
    const slip = { ...session, id: 'B', end: '2051-08-01T00:00:00+08:00' }
    expect(settingOf({ sessions: [session, slip] })).toMatchObject({ endsOn: '2023-07-30' })
  })
})

function zoneOffsets(zone: string): number[] {
  return ['2023-03-25T22:00:00Z', '2023-03-27T08:00:00Z'].map((at) =>
    getZoneOffsetMinutes(Date.parse(at), zone),
  )
}
