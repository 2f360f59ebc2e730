import { expect, test } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { findPending, findFreeDraftNumber, getNewPath } from './record-paths.ts'

const entry = (formPath: string, state: OutboxEntry['state'], kind: 'create' | 'action' = 'create') =>
  ({ formPath, state, deed: kind === 'create' ? { kind } : { kind, name: 'publish' } }) as OutboxEntry

test('a new row gets a free draft number, so that several can be pending at the same time', () => {
  expect(findFreeDraftNumber([], 'qa')).toBe(1)
  expect(findFreeDraftNumber([entry('/console/qa/new', 'waiting')], 'qa')).toBe(2)
  expect(
    findFreeDraftNumber(
      [entry('/console/qa/new', 'rejected'), entry('/console/qa/new?place=2', 'queued')],
      'qa',
    ),
  ).toBe(3)
  // Sent entries and those of another module use no number.
  expect(
    findFreeDraftNumber([entry('/console/qa/new', 'done'), entry('/console/pages/new', 'waiting')], 'qa'),
  ).toBe(1)
})

test('an action on a row is not an entry of its form', () => {
  expect(findPending([entry(getNewPath('qa', 1), 'waiting', 'action')], getNewPath('qa', 1))).toBeUndefined()
})
