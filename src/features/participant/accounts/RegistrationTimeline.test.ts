import { expect, test } from 'vitest'
import { reviewStates } from '#contract/modules/review.ts'
import { findLatestRegistration, type RegistrationSummary } from './registration-query.ts'
import { buildTimeline } from './RegistrationTimeline.tsx'

const facts = {
  submitted_at: '2023-08-01T01:00:00Z',
  updated_at: '2023-08-02T01:00:00Z',
  decided_at: '2023-08-03T01:00:00Z',
}
const expected = (status: string) =>
  buildTimeline({ ...facts, status }).find(({ name }) => name === 'result')?.at
const made = (id: string, created_at: string) => ({ id, created_at }) as RegistrationSummary
const listSteps = (status: string) =>
  buildTimeline({ ...facts, status }).map(({ name, progress }) => `${name} ${progress}`)

test('each state has its line: what is done, where it stands, what comes', () => {
  expect(Object.fromEntries(reviewStates.map((state) => [state, listSteps(state)]))).toEqual({
    submitted: ['submitted now', 'under_review coming', 'result coming'],
    under_review: ['submitted done', 'under_review now', 'result coming'],
    more_info: ['submitted done', 'more_info now', 'result coming'],
    approved: ['submitted done', 'approved now'],
    declined: ['submitted done', 'declined now'],
    withdrawn: ['submitted done', 'withdrawn now'],
  })
})

test('the result is expected two days after it was sent, and not while something is wanted', () => {
  expect(expected('submitted')).toBe('2023-08-03T01:00:00.000Z')
  expect(expected('under_review')).toBe('2023-08-03T01:00:00.000Z')
  expect(expected('more_info')).toBeUndefined()
})

test('a decision has its own time', () => {
  expect(buildTimeline({ ...facts, status: 'approved' })[1]?.at).toBe(facts.decided_at)
})

test('of several registrations the newest counts', () => {
  const all = [
    made('a', '2023-08-01T00:00:00Z'),
    made('c', '2023-08-03T00:00:00Z'),
    made('b', '2023-08-02T00:00:00Z'),
  ]
  expect(findLatestRegistration(all)?.id).toBe('c')
  expect(findLatestRegistration([])).toBeNull()
})
