import { expect, test } from 'vitest'
import type { Operation } from '../entry.ts'
import { enqueue } from './enqueue.ts'
import { findMergeCandidate, mergeCandidate } from './merge-rejected.ts'
import { content, create, fresh, ids, queueOf, update, withState } from './queue.fixture.ts'

const withdraw: Operation = { kind: 'action', name: 'withdraw' }
const revision = { key: 'new', content, files: [] }

/** Something that was refused, and what waits behind it. */
const refusedWith = (first: Operation, second: Operation) =>
  withState(queueOf(fresh('1', first), fresh('2', second)), '1', { state: 'rejected', isTried: true })

function foldableOf(first: Operation, second: Operation) {
  const queue = refusedWith(first, second)
  const pair = findMergeCandidate(queue)
  if (!pair) throw new Error('there is nothing to join')
  return { queue, pair }
}

test('only what is written joins what was to be written: a withdrawal says something else', () => {
  expect(findMergeCandidate(refusedWith(create, update(0)))).toMatchObject({ refused: { id: '1' } })
  expect(findMergeCandidate(refusedWith(create, withdraw))).toBeUndefined()
  expect(findMergeCandidate(refusedWith(create, { kind: 'delete' }))).toBeUndefined()
  expect(findMergeCandidate(refusedWith(withdraw, update(0)))).toBeUndefined()
})

test('a change that its person is asked about joins nothing by itself', () => {
  const queue = withState(refusedWith(create, update(0)), '2', { state: 'expired' })
  expect(findMergeCandidate(queue)).toBeUndefined()
})

test('what was changed since both were read is not written over', () => {
  const { queue, pair } = foldableOf(create, update(0))
  for (const id of ['1', '2']) {
    const changed = withState(queue, id, { key: 'of another tab' })
    expect(mergeCandidate(changed, pair, revision)).toBe(changed)
  }
})

test('what waited for the change waits for the whole', () => {
  const { queue, pair } = foldableOf(create, update(0))
  const { queue: three } = enqueue(queue, fresh('3', withdraw))
  const whole = mergeCandidate(three, pair, revision)
  expect(ids(whole)).toEqual(['1', '3'])
  expect(whole.entries).toMatchObject([{ key: 'new', state: 'queued' }, { dependsOn: '1' }])
})
