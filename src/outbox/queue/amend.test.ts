import { expect, test } from 'vitest'
import { expiresAfterMs } from '../timing.ts'
import { expireEntries } from './expire.ts'
import { discard, retryExpired, acceptRemote } from './amend.ts'
import { create, fresh, ids, nowMs, createQueue, update, withState } from './queue.fixture.ts'

test('discarding an entry removes its dependents', () => {
  const queue = createQueue(fresh('1', create), fresh('2', update(0)), fresh('3', create, 'other'))
  expect(ids(discard(queue, '1', nowMs) ?? queue)).toEqual(['3'])
})

test('accepting the server’s version of an entry makes its dependents depend on the one before it', () => {
  const queue = createQueue(fresh('1', update(3)), fresh('2', update(3)), fresh('3', update(3)))
  const left = acceptRemote(withState(queue, '2', { state: 'conflict' }), '2', 7)
  expect(left.entries).toMatchObject([{ id: '1' }, { id: '3', dependsOn: '1' }])
})

test('an expired entry that is sent after all does not expire again at once', () => {
  const laterMs = nowMs + expiresAfterMs + 1
  const old = expireEntries(createQueue(fresh('1', create)), laterMs, new Set())
  expect(expireEntries(retryExpired(old, '1', laterMs), laterMs, new Set()).entries).toMatchObject([
    { state: 'queued' },
  ])
})
