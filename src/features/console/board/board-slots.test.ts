import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import {
  boardDays,
  formatMinutes,
  comparedFields,
  listFreeStarts,
  isPlaced,
  isOverlapping,
  placeableFilter,
  listPlaceActions,
  shownDay,
  getSlot,
  fitsRoom,
  getRequestedSlot,
} from './board-slots.ts'

const metadata = { ...sideMeetings, options: {} } as unknown as ModuleMetadata
const { board } = sideMeetings.views
if (!board) throw new Error('side meetings have a board')

const span = (from: number, to: number, room = 'r1', date = '2023-09-06') => ({ room, date, from, to })
const asked = { apply_date: '2023-09-06', start_time_at: '09:00', end_time_at: '11:30', room_size: '250' }
const placed = {
  ...asked,
  assigned_room: 'r1',
  assigned_date: '2023-09-07',
  assigned_start_time_at: '14:00',
  assigned_end_time_at: '16:00',
}

test('what puts a row into a place is found by the fields it takes, whatever it is called', () => {
  expect(listPlaceActions(metadata, board)).toEqual(['assign'])
  expect(placeableFilter(metadata, board)).toEqual([
    { param: 'status', op: 'in', value: ['submitted', 'assigned'] },
  ])
  expect(
    listPlaceActions(
      {
        ...metadata,
        actions: { assign: { label: metadata.label, fields: ['assigned_room', 'assigned_date'] } },
      },
      board,
    ),
  ).toEqual([])
})

test('a row stands where it was put, as long as its state holds the place', () => {
  expect(getSlot(board, placed)).toEqual(span(840, 960, 'r1', '2023-09-07'))
  expect(getSlot(board, asked)).toBeUndefined()
  expect(getSlot(board, { ...placed, assigned_end_time_at: '13:00' })).toBeUndefined()
  const states = ['assigned', 'paid', 'cancelled']
  expect(states.map((status) => isPlaced(metadata, board, { ...placed, status }))).toEqual([
    true,
    true,
    false,
  ])
})

test('a wish says day, begin and length; who stands somewhere keeps the length of that', () => {
  expect(getRequestedSlot(board, asked)).toEqual({ date: '2023-09-06', from: 540, minutes: 150 })
  expect(getRequestedSlot(board, placed)).toEqual({ date: '2023-09-06', from: 540, minutes: 120 })
  expect(getRequestedSlot(board, {})).toEqual({ date: undefined, from: undefined, minutes: 60 })
})

test('two of one place meet when they share a moment, and not when they only touch', () => {
  expect(isOverlapping(span(540, 660), span(600, 720))).toBe(true)
  expect(isOverlapping(span(540, 660), span(660, 720))).toBe(false)
  expect(isOverlapping(span(540, 660), span(540, 660, 'r2'))).toBe(false)
  expect(isOverlapping(span(540, 660), span(540, 660, 'r1', '2023-09-07'))).toBe(false)
})

test('something can begin wherever it ends before the next, and before the day does', () => {
  const place = { room: 'r1', date: '2023-09-06' }
  expect(listFreeStarts(place, 120, [span(600, 720)], { from: 480, to: 900 })).toEqual([480, 720, 750, 780])
  expect(listFreeStarts(place, 600, [], { from: 480, to: 900 })).toEqual([])
})

test('the shown day has the usual hours, and more where something stands outside them', () => {
  expect(shownDay([])).toEqual({ from: 480, to: 1200 })
  expect(shownDay([span(450, 500), span(1190, 1230)])).toEqual({ from: 420, to: 1260 })
  expect([formatMinutes(0), formatMinutes(545)]).toEqual(['00:00', '09:05'])
})

test('a place suits when the rules about it hold', () => {
  expect(comparedFields(metadata, board)).toEqual(['size'])
  expect(fitsRoom(metadata, board, asked, { size: '250' })).toBe(true)
  expect(fitsRoom(metadata, board, asked, { size: '50-100' })).toBe(false)
})

test('the days are those of the forum and those that somebody asks for', () => {
  expect(boardDays('2023-09-05', '2023-09-07', ['2023-09-09', '2023-09-06'])).toEqual([
    '2023-09-05',
    '2023-09-06',
    '2023-09-07',
    '2023-09-09',
  ])
})
