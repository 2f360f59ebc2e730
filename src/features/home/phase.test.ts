import { expect, test } from 'vitest'
import { findPhase } from './phase.ts'

const forum = { startsOn: '2023-09-05', endsOn: '2023-09-07', timeZone: 'Asia/Shanghai' }
const at = (instant: string) => findPhase(forum, Date.parse(instant))

test('the first day begins at midnight in the forum’s zone', () => {
  expect(at('2023-09-04T15:59:59Z')).toEqual({ kind: 'before', days: 1 })
  expect(at('2023-09-04T16:00:00Z')).toEqual({ kind: 'during' })
})

test('the last day ends at midnight in the forum’s zone', () => {
  expect(at('2023-09-07T15:59:59Z')).toEqual({ kind: 'during' })
  expect(at('2023-09-07T16:00:00Z')).toEqual({ kind: 'after' })
})

test('days before are counted over the ends of months', () => {
  expect(at('2023-08-06T02:00:00Z')).toEqual({ kind: 'before', days: 30 })
})
