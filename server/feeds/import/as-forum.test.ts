import { describe, expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { toForumSetting } from './as-forum.ts'
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
    ['+05:30', 'Europe/Brussels', 'Europe/Brussels'],
  ])('whose times are written with %s, in a forum in %s, is in %s', (offset, timeZone, expected) => {
    expect(settingOf(coscup(offset), { ...forumSetting, timeZone }).timeZone).toBe(expected)
  })
})
