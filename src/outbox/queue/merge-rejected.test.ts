import { expect, test } from 'vitest'
import type { Operation } from '../entry.ts'
import { enqueue } from './enqueue.ts'
import { findMergeCandidate, mergeCandidate } from './merge-rejected.ts'
import { content, create, fresh, ids, createQueue, update, withState } from './queue.fixture.ts'

const withdraw: Operation = { kind: 'action', name: 'withdraw' }
const revision = { key: 'new', content, files: [] }

/** A rejected entry, and the one that it blocks. */
const createRejected = (first: Operation, second: Operation) =>
  withState(createQueue(fresh('1', first), fresh('2', second)), '1', { state: 'rejected', isTried: true })

function createCandidate(first: Operation, second: Operation) {
  const queue = createRejected(first, second)
  const pair = findMergeCandidate(queue)
  if (!pair) throw new Error('there is nothing to merge')
  return { queue, pair }
}

test('only updates are merged into creates and updates, not actions', () => {
  expect(findMergeCandidate(createRejected(create, update(0)))).toMatchObject({ rejected: { id: '1' } })
  expect(findMergeCandidate(createRejected(create, withdraw))).toBeUndefined()
  expect(findMergeCandidate(createRejected(create, { kind: 'delete' }))).toBeUndefined()
  expect(findMergeCandidate(createRejected(withdraw, update(0)))).toBeUndefined()
})

test('an expired update is not merged', () => {
  const queue = withState(createRejected(create, update(0)), '2', { state: 'expired' })
  expect(findMergeCandidate(queue)).toBeUndefined()
})

test('an entry that has changed since is not overwritten', () => {
  const { queue, pair } = createCandidate(create, update(0))
  for (const id of ['1', '2']) {
    const changed = withState(queue, id, { key: 'of another tab' })
    expect(mergeCandidate(changed, pair, revision)).toBe(changed)
  }
})

test('an entry that depended on the update depends on the merged entry', () => {
  const { queue, pair } = createCandidate(create, update(0))
  const { queue: three } = enqueue(queue, fresh('3', withdraw))
  const whole = mergeCandidate(three, pair, revision)
  expect(ids(whole)).toEqual(['1', '3'])
  expect(whole.entries).toMatchObject([{ key: 'new', state: 'queued' }, { dependsOn: '1' }])
})
