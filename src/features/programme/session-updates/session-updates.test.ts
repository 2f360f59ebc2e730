import { describe, expect, test } from 'vitest'
import type { ProgrammeItem } from '#features/programme/sessions'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'
import { markAsSeen, listSessionUpdates, recordSeenSessions } from './session-updates.ts'
import { parseSeenSessions } from './seen-store.ts'

const at = { starring: 1000, later: 2000, latest: 3000 }
const starred = new Set(['opening'])
const opening = { id: 'opening', room: 'hall-a' } as const

/** Recorded when the session was starred. */
const noted = recordSeenSessions(createProgramme(sessionRow(opening)), starred, {}, at.starring)

const later = (change: Partial<ProgrammeItem['row']>) =>
  createProgramme(sessionRow({ ...opening, version: 2, ...change }))

const listKinds = (change: Partial<ProgrammeItem['row']>) =>
  listSessionUpdates(later(change), starred, noted, at.later).flatMap((updates) =>
    updates.item ? updates.changes.map((each) => each.kind) : ['gone'],
  )

describe('what changed in a starred session', () => {
  test('is told with what was before', () => {
    const programme = later({
      starts_at: '2023-09-07T03:00:00Z',
      ends_at: '2023-09-07T04:00:00Z',
      room: 'hall-b',
      title: { 'zh-CN': '新标题', en: 'New title' },
    })
    expect(listSessionUpdates(programme, starred, noted, at.later)).toMatchObject([
      {
        id: 'opening',
        item: { room: { id: 'hall-b' } },
        changes: [
          {
            kind: 'time',
            startMs: Date.parse('2023-09-06T01:00:00Z'),
            endMs: Date.parse('2023-09-06T02:00:00Z'),
          },
          { kind: 'room', name: { en: 'Hall A' } },
          { kind: 'title', title: { en: 'Session opening' } },
        ],
      },
    ])
  })

  test('is one thing at a time: time, end, room, a title in one language, cancelled', () => {
    expect(listKinds({ starts_at: '2023-09-06T00:30:00Z' })).toEqual(['time'])
    expect(listKinds({ ends_at: '2023-09-06T03:00:00Z' })).toEqual(['time'])
    expect(listKinds({ room: null })).toEqual(['room'])
    expect(listKinds({ other_rooms: ['hall-b'] })).toEqual(['room'])
    expect(listKinds({ other_rooms: ['hall-a'] })).toEqual([])
    expect(listKinds({ title: { 'zh-CN': '议题 opening', en: 'Renamed' } })).toEqual(['title'])
    expect(listKinds({ state: 'cancelled' })).toEqual(['cancelled'])
  })

  test('is nothing when only other fields were written, or it was moved and moved back', () => {
    expect(listKinds({ version: 9, subtitle: { 'zh-CN': '副标题', en: 'Subtitle' } })).toEqual([])
  })

  test('is told until it is read, also after a restart, and then no more [293]', () => {
    const stored = parseSeenSessions({ version: 1, sessions: noted })
    const moved = later({ room: 'hall-b' })
    const updates = listSessionUpdates(moved, starred, stored, at.later)
    expect(updates).toHaveLength(1)
    // Opening the app again does not count as reading.
    expect(recordSeenSessions(moved, starred, stored, at.later)).toBe(stored)
    const read = markAsSeen(stored, updates, at.later)
    expect(listSessionUpdates(moved, starred, read, at.later)).toEqual([])
    const back = createProgramme(sessionRow({ ...opening, version: 3 }))
    expect(listSessionUpdates(back, starred, read, at.latest)).toMatchObject([
      { changes: [{ kind: 'room' }] },
    ])
  })

  test('is not told of sessions without a star', () => {
    expect(listSessionUpdates(later({ room: 'hall-b' }), new Set(), noted, at.later)).toEqual([])
    expect(recordSeenSessions(later({}), new Set(), noted, at.later)).toEqual({})
  })

  test('is not told backwards by a programme that is older than what was seen', () => {
    const ahead = recordSeenSessions(later({ room: 'hall-b' }), starred, {}, at.later)
    expect(listSessionUpdates(createProgramme(sessionRow(opening)), starred, ahead, at.starring)).toEqual([])
  })
})

describe('a starred session that is gone', () => {
  const empty = createProgramme(sessionRow({ id: 'other' }))

  test('is told with its title, until it is read', () => {
    const updates = listSessionUpdates(empty, starred, noted, at.later)
    expect(updates).toEqual([{ id: 'opening', item: undefined, title: sessionRow(opening).title }])
    expect(listSessionUpdates(empty, starred, markAsSeen(noted, updates, at.later), at.later)).toEqual([])
  })

  test('is told of a star that this device never saw a session for', () => {
    const updates = listSessionUpdates(empty, starred, {}, at.later)
    expect(updates).toEqual([{ id: 'opening', item: undefined, title: undefined }])
    expect(listSessionUpdates(empty, starred, markAsSeen({}, updates, at.later), at.later)).toEqual([])
  })

  test('is not told by a programme kept from before it was starred', () => {
    expect(listSessionUpdates(empty, starred, noted, at.starring)).toEqual([])
  })

  test('that comes back begins anew', () => {
    const read = markAsSeen(noted, listSessionUpdates(empty, starred, noted, at.later), at.later)
    const again = later({ room: 'hall-b' })
    expect(listSessionUpdates(again, starred, read, at.latest)).toEqual([])
    const renewed = recordSeenSessions(again, starred, read, at.latest)
    expect(renewed['opening']).toMatchObject({ version: 2, room: 'hall-b' })
    expect(renewed['opening']?.goneTold).toBeUndefined()
  })
})

describe('what is noted', () => {
  test('waits for the name of the room', () => {
    expect(
      recordSeenSessions(createProgramme(sessionRow({ id: 'opening', room: 'unknown' })), starred, {}, 1),
    ).toEqual({})
  })

  test('is left out where it was written by something else', () => {
    const good = noted['opening']
    const sessions = {
      good,
      text: 'no',
      none: null,
      list: [],
      time: { ...good, startsAt: 'soon' },
      title: { ...good, title: { en: 5 } },
      version: { ...good, version: '2' },
    }
    expect(parseSeenSessions({ version: 1, sessions })).toEqual({ good })
    for (const saved of ['', null, [], { sessions: 7 }, 'x']) expect(parseSeenSessions(saved)).toEqual({})
  })
})
