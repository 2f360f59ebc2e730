import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { InvalidScheduleError, type ScheduleIssue } from './schedule.ts'
import { parseSchedule } from './parse-schedule.ts'
import { formatIssueLine, formatNoticeLine } from './report-lines.ts'

function read(text: string) {
  return parseSchedule(Buffer.from(text))
}

function refusalOf(text: string): ScheduleIssue {
  try {
    read(text)
  } catch (error) {
    if (error instanceof InvalidScheduleError) return error.issue
    throw error
  }
  throw new Error('was not refused')
}

function xml(events: string, zone = 'UTC'): string {
  return `<schedule><conference><acronym>test</acronym><time_zone_name>${zone}</time_zone_name></conference>
<day date="2023-09-05"><room name="Hall">
${events}
</room></day></schedule>`
}

function event(parts: Record<string, string> = {}, attributes = 'id="1"'): string {
  const all = { title: 'Talk', date: '2023-09-05T10:00:00+08:00', duration: '00:30', room: 'Hall', ...parts }
  const children = Object.entries(all).map(([name, text]) => `<${name}>${text}</${name}>`)
  return `<event ${attributes}>${children.join('')}</event>`
}

/** An entry with a wall time only, as in old files. */
function createLocalEntry(id: number, start: string): string {
  return `<event id="${id}"><start>${start}</start><title>t</title><duration>00:30</duration></event>`
}

/** The line that the operator sees for a rejected file; empty for an accepted one. */
function readErrorLine(bytes: Uint8Array): string {
  try {
    const { sessions } = parseSchedule(bytes)
    return sessions.every(({ startsAt, endsAt }) => startsAt < endsAt) ? '' : 'a session without length\n'
  } catch (error) {
    if (error instanceof InvalidScheduleError) return formatIssueLine('en', error.issue)
    throw error
  }
}

function survives(bytes: Uint8Array): void {
  expect(readErrorLine(bytes)).toMatch(/^[^\n{]*$/)
}

describe('a file that is refused as a whole', () => {
  it.each([
    ['an unclosed element', '<schedule>\n<day>\n', 'xml.unclosed', { line: 3, column: 1 }],
    ['a wrong end tag', '<schedule>\n<day></dey></schedule>', 'xml.syntax', { line: 2, column: 12 }],
    ['a cut tag', '<schedule><da', 'xml.unclosed', { line: 1, column: 14 }],
    ['another root', '<rss><channel/></rss>', 'xml.not_a_schedule', {}],
    [
      'an entity bomb',
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><schedule>&b;</schedule>',
      'xml.doctype',
      { line: 1, column: 52 },
    ],
    [
      'an outside entity',
      '<!DOCTYPE x SYSTEM "file:///etc/passwd"><schedule/>',
      'xml.doctype',
      { line: 1, column: 41 },
    ],
    ['an undefined entity', '<schedule>&nbsp;</schedule>', 'xml.syntax', { line: 1, column: 17 }],
    ['deep XML', `<schedule>${'<a>'.repeat(100_000)}`, 'xml.too_deep', { line: 1, column: 203 }],
    ['deep JSON', `{"schedule":${'['.repeat(100_000)}`, 'json.too_deep', { line: 1, column: 76 }],
    ['cut JSON', '{"schedule": {\n "conference"', 'json.cut_off', { line: 2, column: 14 }],
    ['plain text', 'BEGIN:VCALENDAR', 'file.unknown_format', {}],
    ['other JSON', '{"a": 1}', 'file.unknown_format', {}],
    ['a JSON text', '"schedule"', 'file.unknown_format', {}],
    ['an empty list', '[]', 'file.unknown_format', {}],
    ['no sessions', '{"schedule":{"conference":{"days":[]}}}', 'schedule.no_sessions', {}],
    ['a schedule in name only', '{"schedule":null}', 'file.unknown_format', {}],
    ['a list of speakers', '[{"code":"A","name":"A","submissions":[]}]', 'pretalx.speakers_only', {}],
    [
      'a part of a list',
      '{"count":9,"next":"https://x/?page=2","results":[{"title":"a"}]}',
      'pretalx.part_of_list',
      {},
    ],
  ])('has %s', (_, text, key, position) => {
    const fault = refusalOf(text)
    expect(fault.messages.map((problem) => problem.key)).toEqual([key])
    expect(fault.position).toMatchObject(position)
  })
})

describe('an entry that is bad', () => {
  it.each([
    ['no identity', event({ title: '' }, ''), ['entry.no_identity', 'entry.no_title']],
    ['no title', event({ title: ' ' }), ['entry.no_title']],
    ['no start', event({ date: '' }), ['entry.no_start']],
    ['a start that is no time', event({ date: '2023-02-30T10:00:00+08:00' }), ['entry.bad_start']],
    ['no duration', event({ duration: '' }), ['entry.no_duration']],
    ['a duration of nothing', event({ duration: '00:00' }), ['entry.not_positive']],
    ['a duration below zero', event({ duration: '-00:30' }), ['entry.bad_duration']],
    ['several faults', event({ title: '', duration: '' }), ['entry.no_title', 'entry.no_duration']],
  ])('has %s', (_, entry, keys) => {
    const { issues, sessions } = read(xml(`${event({}, 'id="9"')}\n${entry}`))
    expect(issues.map(({ messages }) => messages.map(({ key }) => key))).toEqual([keys])
    expect(issues[0]?.position).toEqual({ line: 4 })
    expect(sessions).toHaveLength(1)
  })

  it('has no room', () => {
    const { issues } = read(xml(event({ room: '' })).replace('name="Hall"', 'name=""'))
    expect(issues[0]?.messages).toEqual([{ key: 'entry.no_room' }])
  })

  it('has no zone from which its start follows', () => {
    const { issues, notices } = read(xml(event({ date: '2023-09-05T10:00:00' }), 'Mars/Olympus'))
    expect(issues[0]?.messages[0]?.key).toBe('entry.bad_start')
    expect(notices).toEqual([{ key: 'note.unknown_zone', params: { zone: 'Mars/Olympus' } }])
  })

  it('ends before it starts', () => {
    const session = { id: 'A', room: 'R', zh: { title: 't' }, start: '2023-09-05T10:00:00+08:00' }
    const { issues } = read(JSON.stringify({ sessions: [{ ...session, end: '2023-09-05T09:00:00+08:00' }] }))
    expect(issues).toMatchObject([
      { position: { path: 'sessions[0]' }, messages: [{ key: 'entry.ends_before' }] },
    ])
  })

  it('is in a room that no list has', () => {
    const talk = { code: 'A', title: 't', room: 7, start: '2023-09-05T10:00:00Z', duration: 30 }
    const { issues } = read(JSON.stringify({ talks: [talk], rooms: [{ id: 8, name: 'Hall' }] }))
    expect(issues[0]?.messages).toEqual([{ key: 'entry.unknown_room', params: { room: '7' } }])
  })
})

describe('an entry that is taken', () => {
  it('is one slot of a session with several', () => {
    const later = event({ date: '2023-09-06T10:00:00+08:00' }, 'id="1" guid="h"')
    expect(read(xml(event({}, 'id="1" guid="g"') + later)).issues).toEqual([])
  })

  it('overlaps another in its room, and is noted', () => {
    const { issues, notices } = read(
      xml(event() + event({ title: 'Other', date: '2023-09-05T10:29:00+08:00' }, 'id="2"')),
    )
    expect(issues).toEqual([])
    expect(notices).toMatchObject([
      { key: 'note.overlap', params: { first: 'Talk', second: 'Other', room: 'Hall' } },
    ])
  })

  it('begins as another in its room ends', () => {
    const after = event({ date: '2023-09-05T10:30:00+08:00' }, 'id="2"')
    expect(read(xml(event() + after)).notices).toEqual([])
  })

  it('has its time in the day and zone of the file', () => {
    const { sessions } = read(xml(event({ date: '', start: '9:30' }), 'Asia/Shanghai'))
    expect(sessions[0]?.startsAt).toBe('2023-09-05T01:30:00Z')
  })

  it('has no zone anywhere, and that of the forum is assumed; before the day begins it is in the night after', () => {
    const head = '<conference><title>Old</title><day_change>09:00:00</day_change></conference>'
    const text = `<schedule>${head}<day date="2019-02-28"><room name="Hall">${createLocalEntry(1, '09:30')}${createLocalEntry(2, '01:15')}</room></day></schedule>`
    expect(read(text).issues).toHaveLength(2)
    const { sessions, issues } = parseSchedule(Buffer.from(text), 'Europe/Brussels')
    expect(issues).toEqual([])
    expect(sessions.map(({ startsAt }) => startsAt)).toEqual(['2019-02-28T08:30:00Z', '2019-03-01T00:15:00Z'])
  })

  it('has characters that XML forbids, which are left out', () => {
    expect(read(xml(event({ title: 'A&#11;B\u000bC&#x1F;' }))).sessions[0]?.title.en).toBe('ABC')
  })

  it('has a text that is too long, which is cut and noted', () => {
    const { sessions, notices } = read(xml(event({ title: 'x'.repeat(600) })))
    expect(sessions[0]?.title.en).toHaveLength(500)
    expect(notices).toMatchObject([{ key: 'note.cut' }])
  })
})

describe('what a person reads', () => {
  const { issues, notices } = read(
    xml(`${event({ title: 'A' })}${event({ title: 'B' }, 'id="2"')}\n${event({ title: '' }, 'id="7"')}`),
  )

  it('is one line per fault with its place, in both languages', () => {
    expect(issues.map((fault) => formatIssueLine('en', fault))).toEqual(['line 4, 7: no title'])
    expect(issues.map((fault) => formatIssueLine('zh-CN', fault))).toEqual(['第 4 行，7：没有标题'])
  })

  it('is one line per note', () => {
    expect(notices.map((note) => formatNoticeLine('en', note))).toEqual([
      'in Hall, “B” (2023-09-05T02:00:00Z) begins before “A” has ended',
    ])
  })

  it('is never more lines, nor a command to the terminal, for a title that has them', () => {
    const [fault] = read(
      JSON.stringify({ talks: [{ code: 'A\n\u001b[31m\u202eB', title: 'x\u2028y' }], rooms: [] }),
    ).issues
    if (!fault) throw new Error('no fault')
    expect(formatIssueLine('en', fault)).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u)
  })
})

describe('a damaged file', () => {
  const files = [
    'fosdem-2025-excerpt.xml',
    'democon-excerpt.json',
    'hub-excerpt.json',
    'coscup-2023-excerpt.json',
    'pretalx-widget.json',
  ].map((name) => readFileSync(new URL(`../../tests/fixtures/schedules/${name}`, import.meta.url)))

  it('is read, or refused in one line, wherever it is cut', () => {
    const cut = fc
      .tuple(fc.constantFrom(...files), fc.nat())
      .map(([file, at]) => file.subarray(0, at % file.length))
    fc.assert(fc.property(cut, survives), { numRuns: 150 })
  })

  it('is read, or refused in one line, whichever bytes are changed', () => {
    const change = fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(...Buffer.from('<>&"{}[]:,\\0')), fc.nat(255)))
    const changed = fc
      .tuple(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 8 }))
      .map(([file, changes]) => {
        const bytes = Buffer.from(file)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        return bytes
      })
    fc.assert(fc.property(changed, survives), { numRuns: 300 })
  })

  it('is read, or rejected in one line, whichever value replaces another', () => {
    const values = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', '-1', null, '__proto__'))
    const replaced = fc
      .tuple(fc.constantFrom(...files.slice(1)), fc.nat(), values)
      .map(([file, at, value]) => {
        let count = 0
        const target = at % 150
        const json: unknown = JSON.parse(file.toString(), (_, old: unknown) =>
          count++ === target ? value : old,
        )
        return Buffer.from(JSON.stringify(json) ?? '')
      })
    fc.assert(fc.property(replaced, survives), { numRuns: 300 })
  })
})
