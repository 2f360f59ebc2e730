import { expect, it } from 'vitest'
import { parseSchedule } from './parse-schedule.ts'
import { createStoredKeyFinder, toRowId, toRows } from './rows.ts'

it('the id of a row is that of its key and its source, and fits in an address', () => {
  expect(toRowId('schedule:a', '1')).toBe(toRowId('schedule:a', '1'))
  expect(toRowId('schedule:a', '1')).not.toBe(toRowId('schedule:b', '1'))
  expect(toRowId('schedule:a', '1')).not.toBe(toRowId('schedule:a', '2'))
  expect(toRowId('schedule:a', '论坛 / 1')).toMatch(/^[0-9a-f]{16}$/)
})

it('has the rooms in which a session of COSCUP JSON is seen as well, once each, known ones alone', () => {
  const rooms = ['R0', 'R1', 'R2'].map((id) => ({ id, zh: { name: id } }))
  const opening = { id: 'h1', room: 'R0', zh: { title: '開場' } }
  const time = { start: '2032-06-12T09:00:00+08:00', end: '2032-06-12T09:30:00+08:00' }
  const read = (broadcast: unknown) =>
    parseSchedule(
      Buffer.from(
        JSON.stringify({ sessions: [{ ...opening, ...time, broadcast }], rooms, session_types: [] }),
      ),
    )
  for (const [broadcast, others, notes] of [
    [['R0', 'R1', 'R2', 'R2'], ['R1', 'R2'], []],
    [null, [], []],
    [['R1', 'R9'], ['R1'], ['note.unknown_room']],
  ] as const) {
    const schedule = read(broadcast)
    const ids = others.map((key) => toRowId(schedule.source, key))
    expect(toRows(schedule, createStoredKeyFinder([])).sessions).toMatchObject([{ other_rooms: ids }])
    expect(schedule.notices.map(({ key }) => key)).toEqual(notes)
  }
})
