import { expect, test } from 'vitest'
import { expiresAfterMs } from '../timing.ts'
import { expireEntries } from './expire.ts'
import { discard, retryExpired, acceptRemote } from './amend.ts'
import { create, fresh, ids, nowMs, queueOf, update, withState } from './queue.fixture.ts'

test('what is deleted takes with it what waits for it', () => {
  const queue = queueOf(fresh('1', create), fresh('2', update(0)), fresh('3', create, 'other'))
  expect(ids(discard(queue, '1', nowMs) ?? queue)).toEqual(['3'])
})

test('theirs is taken in the middle: what came after it waits for what came before', () => {
  const queue = queueOf(fresh('1', update(3)), fresh('2', update(3)), fresh('3', update(3)))
  const left = acceptRemote(withState(queue, '2', { state: 'conflict' }), '2', 7)
  expect(left.entries).toMatchObject([{ id: '1' }, { id: '3', dependsOn: '1' }])
})

test('what is sent after all is not asked about again at once', () => {
  const laterMs = nowMs + expiresAfterMs + 1
  const old = expireEntries(queueOf(fresh('1', create)), laterMs, new Set())
  expect(expireEntries(retryExpired(old, '1', laterMs), laterMs, new Set()).entries).toMatchObject([
    { state: 'queued' },
  ])
})
