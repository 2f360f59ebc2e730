import { expect, it } from 'vitest'
import type { ProgrammeItem } from '#features/programme/sessions'
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
