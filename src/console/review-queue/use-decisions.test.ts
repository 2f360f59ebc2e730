import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { isOneOf } from '#contract/conditions.ts'
import { qa } from '#contract/modules/qa.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import type { Row } from '../data/console-api.ts'
import { listDecisions, findStartReviewAction } from './use-decisions.ts'
import { isReviewable } from '../data/metadata.ts'

const { start_review, request_info, approve, decline } = registrations.actions ?? {}
const people = {
  ...registrations,
  options: {},
  actions: { start_review, request_info, approve, decline },
} as unknown as ModuleMetadata
const meetings = { ...sideMeetings, options: {} } as unknown as ModuleMetadata

const waiting = [isOneOf('status', ['submitted', 'under_review'])]
const row = (status: string, actions: string[]): Row => ({
  id: 'a',
  version: 1,
  status,
  permissions: { update: true, delete: false, actions },
})
const sent = row('submitted', ['start_review', 'approve', 'decline'])

test('the review is started by the action that has no fields and leaves the row pending', () => {
  expect(findStartReviewAction(people, sent, waiting)).toBe('start_review')
  expect(
    findStartReviewAction(people, row('under_review', ['request_info', 'approve']), waiting),
  ).toBeUndefined()
  // It would end the pending state: that is a decision.
  expect(findStartReviewAction(people, sent, [isOneOf('status', ['submitted'])])).toBeUndefined()
  // An action with fields or with a positive tone is a decision too.
  const but = (change: object) =>
    ({ ...people, actions: { start_review: { ...start_review, ...change } } }) as never
  expect(findStartReviewAction(but({ fields: ['review_reason'] }), sent, waiting)).toBeUndefined()
  expect(findStartReviewAction(but({ tone: 'positive' }), sent, waiting)).toBeUndefined()
  expect(findStartReviewAction(meetings, row('submitted', ['assign', 'withdraw']), waiting)).toBeUndefined()
})

test('the decisions are those of the row before and after the review has started, positive ones last', () => {
  expect(listDecisions(people, sent, 'start_review')).toEqual(['decline', 'request_info', 'approve'])
  expect(listDecisions(people, row('under_review', ['request_info', 'approve']), undefined)).toEqual([
    'request_info',
    'approve',
  ])
})

test('a module with states and actions that change them can be reviewed', () => {
  expect([people, meetings].map(isReviewable)).toEqual([true, true])
  expect(isReviewable({ ...people, actions: {} })).toBe(false)
  expect(isReviewable({ ...qa, actions: {} } as unknown as ModuleMetadata)).toBe(false)
})
