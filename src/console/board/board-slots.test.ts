import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import {
  listBoardDays,
  formatMinutes,
  listComparedFields,
  listFreeStarts,
  isPlaced,
  isOverlapping,
  buildPlaceableFilter,
  listPlaceActions,
  getShownHours,
  getSlot,
  fitsRoom,
  getRequestedSlot,
} from './board-slots.ts'

const metadata = { ...sideMeetings, options: {} } as unknown as ModuleMetadata
const { board } = sideMeetings.views
if (!board) throw new Error('side meetings have a board')

const slot = (from: number, to: number, room = 'r1', date = '2023-09-06') => ({ room, date, from, to })
const requested = { apply_date: '2023-09-06', start_time_at: '09:00', end_time_at: '11:30', room_size: '250' }
const placed = {
  ...requested,
  assigned_room: 'r1',
  assigned_date: '2023-09-07',
  assigned_start_time_at: '14:00',
  assigned_end_time_at: '16:00',
}

test('finds the actions that place a row by their fields, not by their name', () => {
  expect(listPlaceActions(metadata, board)).toEqual(['assign'])
  expect(buildPlaceableFilter(metadata, board)).toEqual([
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

test('a row has its slot as long as its state holds it', () => {
  expect(getSlot(board, placed)).toEqual(slot(840, 960, 'r1', '2023-09-07'))
  expect(getSlot(board, requested)).toBeUndefined()
  expect(getSlot(board, { ...placed, assigned_end_time_at: '13:00' })).toBeUndefined()
  const states = ['assigned', 'paid', 'cancelled']
  expect(states.map((status) => isPlaced(metadata, board, { ...placed, status }))).toEqual([
    true,
    true,
    false,
  ])
})

test('a request has day, start and length; a placed row keeps the length of its slot', () => {
  expect(getRequestedSlot(board, requested)).toEqual({ date: '2023-09-06', from: 540, minutes: 150 })
  expect(getRequestedSlot(board, placed)).toEqual({ date: '2023-09-06', from: 540, minutes: 120 })
  expect(getRequestedSlot(board, {})).toEqual({ date: undefined, from: undefined, minutes: 60 })
})

test('two slots of one room overlap when they share a moment, and not when they only touch', () => {
  expect(isOverlapping(slot(540, 660), slot(600, 720))).toBe(true)
  expect(isOverlapping(slot(540, 660), slot(660, 720))).toBe(false)
  expect(isOverlapping(slot(540, 660), slot(540, 660, 'r2'))).toBe(false)
  expect(isOverlapping(slot(540, 660), slot(540, 660, 'r1', '2023-09-07'))).toBe(false)
})

test('a slot can start wherever it ends before the next one and before the end of the day', () => {
  const roomDay = { room: 'r1', date: '2023-09-06' }
  expect(listFreeStarts(roomDay, 120, [slot(600, 720)], { from: 480, to: 900 })).toEqual([480, 720, 750, 780])
  expect(listFreeStarts(roomDay, 600, [], { from: 480, to: 900 })).toEqual([])
})

test('the shown hours are the usual ones, extended to slots outside them', () => {
  expect(getShownHours([])).toEqual({ from: 480, to: 1200 })
  expect(getShownHours([slot(450, 500), slot(1190, 1230)])).toEqual({ from: 420, to: 1260 })
  expect([formatMinutes(0), formatMinutes(545)]).toEqual(['00:00', '09:05'])
})

test('a room fits when the rules that compare it hold', () => {
  expect(listComparedFields(metadata, board)).toEqual(['size'])
  expect(fitsRoom(metadata, board, requested, { size: '250' })).toBe(true)
  expect(fitsRoom(metadata, board, requested, { size: '50-100' })).toBe(false)
})

test('the days are those of the forum and those that rows request', () => {
  expect(listBoardDays('2023-09-05', '2023-09-07', ['2023-09-09', '2023-09-06'])).toEqual([
    '2023-09-05',
    '2023-09-06',
    '2023-09-07',
    '2023-09-09',
  ])
})
