import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import type { ProgrammeItem } from '#features/programme/sessions'
import { findStreamState, groupStreams, type StreamStateInput } from './live-state.ts'
import { listRoomStatus } from './live-state.ts'

const file: FileValue = { no: 'f', name: 'a.mp4', mediaType: 'video/mp4', sizeBytes: 1, sha256: 'a' }
const at = (clock: string) => Date.parse(`2023-09-06T${clock}:00+08:00`)
const instant = (clock: string) => new Date(at(clock)).toISOString()

const stream = (facts: Partial<StreamStateInput> = {}): StreamStateInput => ({
  kind: 'video',
  starts_at: instant('09:00'),
  ends_at: instant('12:00'),
  url: null,
  file: null,
  low_url: null,
  low_file: null,
  ...facts,
})

describe('where a stream stands', () => {
  it.each([
    ['08:59', 'before'],
    ['09:00', 'on'],
    ['11:59', 'on'],
    ['12:00', 'over'],
  ])('at %s a live picture from nine to twelve is %s', (clock, state) => {
    expect(findStreamState(stream(), at(clock))).toBe(state)
  })

  it.each([
    ['08:00', 'before'],
    ['10:00', 'on'],
    ['13:00', 'ready'],
  ])('at %s an album is %s', (clock, state) => {
    const album = stream({ kind: 'photos', url: 'https://example.org' })
    expect(findStreamState(album, at(clock))).toBe(state)
  })

  it('is over for an album without address', () => {
    expect(findStreamState(stream({ kind: 'photos' }), at('13:00'))).toBe('over')
  })

  it.each([
    ['url', 'https://example.org'],
    ['low_url', 'https://example.org'],
    ['file', file],
    ['low_file', file],
  ])('a recording with %s can be seen at any time, one without is awaited', (field, way) => {
    for (const clock of ['08:00', '10:00', '13:00']) {
      expect(findStreamState(stream({ kind: 'replay', [field]: way }), at(clock))).toBe('ready')
      expect(findStreamState(stream({ kind: 'replay' }), at(clock))).toBe('awaited')
    }
  })

  it('takes a start without an end for a day', () => {
    const open = stream({ ends_at: null })
    expect(findStreamState(open, at('23:59'))).toBe('on')
    expect(findStreamState(open, at('09:00') + 86_400_000)).toBe('over')
  })

  it('without times is on as soon as there is a way to it', () => {
    const timeless = { starts_at: null, ends_at: null }
    expect(findStreamState(stream(timeless), at('10:00'))).toBe('before')
    expect(findStreamState(stream({ ...timeless, url: 'https://example.org' }), at('10:00'))).toBe('on')
    expect(findStreamState(stream({ starts_at: 'soon', ends_at: 'later' }), at('10:00'))).toBe('before')
  })

  it('goes on, never back, as time goes by', () => {
    const order = ['before', 'on', 'over', 'ready']
    const time = fc.option(fc.constantFrom(instant('09:00'), instant('12:00'), 'nonsense'))
    const kind = fc.constantFrom('video', 'photos')
    fc.assert(
      fc.property(kind, time, time, fc.boolean(), fc.array(fc.nat(200_000)), (of, from, to, has, steps) => {
        const facts = stream({
          kind: of,
          starts_at: from,
          ends_at: to,
          url: has ? 'https://a.example' : null,
        })
        const minutes = steps.toSorted((a, b) => a - b).map((step) => at('00:00') + step * 1000)
        const seen = minutes.map((nowMs) => order.indexOf(findStreamState(facts, nowMs)))
        expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      }),
    )
  })
})

it('parts streams: what comes first stands first, every stream once', () => {
  const rows = [
    { id: 'late', ...stream({ starts_at: instant('16:00'), ends_at: instant('17:00') }) },
    { id: 'soon', ...stream({ starts_at: instant('14:00'), ends_at: null }) },
    { id: 'some day', ...stream({ starts_at: null, ends_at: null }) },
    { id: 'now', ...stream() },
    { id: 'gone', ...stream({ ends_at: instant('09:30') }) },
    { id: 'film', ...stream({ kind: 'replay', file }) },
    { id: 'album', ...stream({ kind: 'photos' }) },
  ]
  const groups = groupStreams(rows, at('10:00'))
  const ids = Object.fromEntries(
    Object.entries(groups).map(([group, streams]) => [group, streams.map(({ row }) => row.id)]),
  )
  expect(ids).toEqual({
    on: ['now'],
    before: ['soon', 'late', 'some day'],
    recordings: ['film'],
    pictures: ['album'],
    over: ['gone'],
  })
})

const rooms = ['main', 'side', 'empty'].map((id, position) => ({
  id,
  position,
  name: { 'zh-CN': id, en: id },
  floor: null,
}))
const hour = 3_600_000

const item = (id: string, roomId: string, from: number, to: number, state = 'confirmed') =>
  ({
    id,
    day: from < 24 ? '2023-09-06' : '2023-09-07',
    startMs: from * hour,
    endMs: to * hour,
    room: rooms.find((room) => room.id === roomId),
    row: { state },
  }) as ProgrammeItem

const items = [
  item('first', 'main', 9, 10),
  item('lost', 'side', 9, 11, 'cancelled'),
  item('second', 'main', 10, 11),
  item('third', 'main', 14, 15),
  item('tomorrow', 'side', 33, 34),
]
const listStatus = (atHour: number) =>
  listRoomStatus({ items, rooms }, atHour * hour, '2023-09-06').map(
    ({ room, now, next }) => `${room.id}: ${now?.id ?? '-'}, ${next?.id ?? '-'}`,
  )

it('says what is on in each room and what comes next there today', () => {
  expect(listStatus(8)).toEqual(['main: -, first'])
  expect(listStatus(9.5)).toEqual(['main: first, second'])
  expect(listStatus(10)).toEqual(['main: second, third'])
  expect(listStatus(12)).toEqual(['main: -, third'])
  expect(listStatus(15)).toEqual([])
})
