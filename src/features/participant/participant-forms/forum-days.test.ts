import { expect, test } from 'vitest'
import { addDays, isForumDay, isNearForum, getStayRange } from './forum-days.ts'

const forum = { startsOn: '2023-09-05', endsOn: '2023-09-07' }

test.each([
  ['2023-09-04', false],
  ['2023-09-05', true],
  ['2023-09-07', true],
  ['2023-09-08', false],
  ['', true],
  [null, true],
  ['2023-09', true],
])('%s is one of the forum’s days, or none yet: %s [168]', (date, is) => {
  expect(isForumDay(date, forum)).toBe(is)
})

test('a stay is sensible from a week before the forum to a week after it', () => {
  expect(getStayRange(forum)).toEqual({ min: '2023-08-29', max: '2023-09-14' })
  expect(
    ['2023-08-28', '2023-08-29', '2023-09-14', '2023-09-15'].map((date) => isNearForum(date, forum)),
  ).toEqual([false, true, true, false])
})

test('days are counted over the ends of months and leap days', () => {
  expect([addDays('2024-02-28', 1), addDays('2024-03-01', -1), addDays('2023-12-31', 1)]).toEqual([
    '2024-02-29',
    '2024-02-29',
    '2024-01-01',
  ])
})
