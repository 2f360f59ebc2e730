import { expect, it } from 'vitest'
import type { ProgrammeItem } from '#features/sessions'
import { listRoomStatus } from './room-schedule.ts'

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
const seen = (atHour: number) =>
  listRoomStatus({ items, rooms }, atHour * hour, '2023-09-06').map(
    ({ room, now, next }) => `${room.id}: ${now?.id ?? '-'}, ${next?.id ?? '-'}`,
  )

it('says what is on in each room and what comes next there today', () => {
  expect(seen(8)).toEqual(['main: -, first'])
  expect(seen(9.5)).toEqual(['main: first, second'])
  expect(seen(10)).toEqual(['main: second, third'])
  expect(seen(12)).toEqual(['main: -, third'])
  expect(seen(15)).toEqual([])
})
