import { expect, test } from 'vitest'
import { isOneOf } from '#contract/conditions.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { sideMeetingsServer } from '#server/modules/side-meetings/side-meetings.ts'
import { findBoardErrors } from './check-board.ts'

const { board } = sideMeetings.views
if (!board) throw new Error('side meetings have a board')

const withBoard = (change: Partial<BoardView>) =>
  findBoardErrors({
    ...sideMeetingsServer,
    definition: { ...sideMeetings, views: { ...sideMeetings.views, board: { ...board, ...change } } },
  })

test('the board of side meetings is one', () => {
  expect(findBoardErrors(sideMeetingsServer)).toEqual([])
})

test('its sides are a place, a date and times of day', () => {
  expect(withBoard({ room: 'name' })).toContain('side_meetings, board: name is no relation')
  expect(withBoard({ start: 'paid_at' })).toContain('side_meetings, board: paid_at is no time')
  expect(withBoard({ wanted: { date: 'name', start: 'start_time_at', end: 'end_time_at' } })).toEqual([
    'side_meetings, board: name is no date',
  ])
})

test('an action puts rows there', () => {
  const { assign: _assign, ...actions } = sideMeetings.actions ?? {}
  expect(findBoardErrors({ ...sideMeetingsServer, definition: { ...sideMeetings, actions } })).toEqual([
    'side_meetings, board: no action gives a place and a time',
  ])
})

test('what it shows as taken is what the server refuses', () => {
  expect(withBoard({ holds: [isOneOf('status', ['paid'])] })).toEqual([
    'side_meetings, board: no exclusion keeps two rows from one place at one time',
  ])
})
